"""What is open, and what of it is kept until the next start; read `session.py` first."""
