"""The selected token: its merges and its alternatives; read `selected.py` first."""
