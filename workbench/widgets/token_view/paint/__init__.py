"""What is painted, and what of it anew; read `shown.py`, then `paint.py`."""
