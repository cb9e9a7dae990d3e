"""The application: builds the window, connects its parts, shows errors.

Read `filling.py`, then `wiring.py`.
"""
