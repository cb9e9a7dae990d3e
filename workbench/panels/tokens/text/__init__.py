"""The text with its tokens, their counts and facts; read `panel.py` first."""
