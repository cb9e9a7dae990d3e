"""A written file held against the library that it is for; read `prove.py` first."""
