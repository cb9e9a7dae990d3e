"""The chat panel; read `panel.py` first."""
