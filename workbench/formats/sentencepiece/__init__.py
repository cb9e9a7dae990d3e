"""SentencePiece's `.model`; read `format.py` first."""
