"""Files in general: replaced atomically, read strictly, hashed by block; read `atomic.py` first."""
