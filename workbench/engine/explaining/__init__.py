"""Explains an encoding: stages, merges, sizes, and finding in a text; read `pipeline.py` first."""
