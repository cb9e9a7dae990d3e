"""Tokenizer files: one package per format; read `format.py`, then `registry.py`."""
