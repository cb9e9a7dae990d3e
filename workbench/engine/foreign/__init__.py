"""Models that only their own library can read whole: it works in the child; read `foreign_model.py` first."""
