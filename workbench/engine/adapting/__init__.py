"""Another vocabulary made of one: read `changes.py` first, then `draft.py`, which applies them."""
