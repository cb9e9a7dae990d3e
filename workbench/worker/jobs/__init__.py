"""Requests become calls of the api and the engine, and results. Read `job.py`, then `starting.py`."""
