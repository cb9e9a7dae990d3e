"""Whole texts into ids and back, special tokens included; read `tokenizer.py` first."""
