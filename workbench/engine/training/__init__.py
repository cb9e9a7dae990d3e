"""Byte-pair training; read `merges.py`, the plain reference, then `trainer.py`, the fast one."""
