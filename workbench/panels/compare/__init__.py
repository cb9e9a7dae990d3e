"""Compares tokenizers: a text aligned, measures, languages, sameness; read `panel.py`, then `views.py`."""
