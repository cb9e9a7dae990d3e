"""The selected token: what it is built from, what else it could have been; read `selected.py` first."""
