"""Find and replace; read `finding.py` first."""
