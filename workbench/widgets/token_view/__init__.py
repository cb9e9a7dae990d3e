"""Text as coloured, editable tokens; read `text.py`, then `canvas.py`."""
