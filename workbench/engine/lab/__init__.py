"""The regex lab: how a split pattern splits a sample; read `pattern_lab.py` first."""
