"""The stages of a part of the text on one grid; read `pipeline.py` first."""
