"""The child process for work that may hang, exhaust memory or crash; read `isolation.py` first."""
