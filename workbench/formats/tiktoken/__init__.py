"""Rank files, as tiktoken reads them; read `format.py`."""
