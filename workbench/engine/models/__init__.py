"""From pieces to ids, by rank, by pair, by character or by score; read `model.py`, the protocol, first."""
