"""Jobs: each turns a request into calls of the API and the engine; read `job.py`, then `starting.py`."""
