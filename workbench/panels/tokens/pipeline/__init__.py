"""The stages of a stretch of text on one grid; read `pipeline.py` first."""
