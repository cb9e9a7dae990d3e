"""Hugging Face's `tokenizer.json`; read `format.py`, then `reading.py` and `writing.py`."""
