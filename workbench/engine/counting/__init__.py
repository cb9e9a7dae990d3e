"""How often each piece occurs in a corpus; read `piece_counts.py` first."""
