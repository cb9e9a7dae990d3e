"""Runs the window's requests in threads, and returns results; read `lanes.py`, then `replies.py` and `window_calls.py`."""
