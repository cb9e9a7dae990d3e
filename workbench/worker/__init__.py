"""Runs the window's requests in threads, and returns results.

Read `lanes.py` first, then `replies.py` and `window_calls.py`.
"""
