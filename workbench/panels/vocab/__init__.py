"""The vocabulary panel; read `panel.py` first."""
