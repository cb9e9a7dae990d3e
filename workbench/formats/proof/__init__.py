"""Checks a written file against the library that it is meant for; read `prove.py` first."""
