"""Positions of the tokens: spans, boxes, lines; read `spans.py`, then `layout.py`."""
