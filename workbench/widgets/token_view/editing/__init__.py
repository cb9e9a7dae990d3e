"""Keys, pointer, input methods and pasting; read `editor.py` first."""
