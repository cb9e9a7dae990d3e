"""Encodes whole texts, including special tokens, and decodes ids; read `tokenizer.py` first."""
