"""What to paint and when; read `shown.py`, then `paint.py`."""
