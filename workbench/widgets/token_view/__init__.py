"""Text as colored, editable tokens; read `text.py`, then `paint/paint.py`."""
