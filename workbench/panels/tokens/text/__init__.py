"""The text with its tokens, their counts and details; read `panel.py` first."""
