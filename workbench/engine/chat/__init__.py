"""Chat templates and what they make of a conversation; read `templates.py` first."""
