"""Models that only their own library can run, in the child process; read `foreign_model.py` first."""
