"""Normalizes a text before it is split, and aligns the output to the input; read `normalizer.py` first."""
