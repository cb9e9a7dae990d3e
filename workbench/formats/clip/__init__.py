"""CLIP's merges file; read `format.py`."""
