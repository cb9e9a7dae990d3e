"""What is open, and what of it is kept from one start to the next; read `session.py` first."""
