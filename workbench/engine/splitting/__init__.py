"""Splits documents into pre-tokens; read `split_patterns.py`, then `pre_tokenizers.py`."""
