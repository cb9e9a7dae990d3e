"""The application: builds the window, connects its parts, shows errors; read `parts.py`, then `wiring.py`."""
