"""The edited text: a piece table with undo, its lines and words; read `document.py` first."""
