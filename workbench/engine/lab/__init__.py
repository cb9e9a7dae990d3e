"""The regex lab: what a split pattern does to a sample; read `pattern_lab.py` first."""
