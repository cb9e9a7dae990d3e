"""The view as a picture, HTML or copied text; read `excerpt.py` first."""
