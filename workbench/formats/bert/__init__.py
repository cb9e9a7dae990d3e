"""BERT's `vocab.txt`, the pieces of WordPiece; read `format.py` first."""
