"""The merges of a piece, step by step; read `steps.py` first."""
