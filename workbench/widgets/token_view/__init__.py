"""Text as coloured tokens, seen and edited; read `text.py`, then `canvas.py`."""
