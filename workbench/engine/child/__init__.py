"""The child process for what may hang, eat memory or crash; read `isolation.py` first."""
