"""Mistral's `tekken.json`; read `format.py` first."""
