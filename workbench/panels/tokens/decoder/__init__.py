"""Decodes ids to text; read `decoder.py` first."""
