"""Text as colored, editable tokens; read `text.py`, then `canvas.py`."""
