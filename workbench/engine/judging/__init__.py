"""Measures of a corpus or a tokenizer, and comparisons of several; read `metrics.py`, then `measuring.py`."""
