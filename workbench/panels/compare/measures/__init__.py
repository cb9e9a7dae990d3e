"""The measures as a table: `panel.py` shows it, `model.py` is what stands in it."""
