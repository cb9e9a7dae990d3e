"""Where each token lies: spans, boxes, lines; read `spans.py`, then `layout.py`."""
