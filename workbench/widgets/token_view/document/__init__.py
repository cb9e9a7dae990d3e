"""The text under edit: a piece table with undo, its lines and words; read `document.py` first."""
