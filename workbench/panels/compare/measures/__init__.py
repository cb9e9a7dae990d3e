"""The measures as a table: read `panel.py`, then `model.py`."""
