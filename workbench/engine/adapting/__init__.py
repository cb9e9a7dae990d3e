"""Changes a vocabulary: read `changes.py` first, then `draft.py`, which applies them."""
