"""From pieces to ids by rank, pair, character or score; read `model.py`, the protocol, first."""
