"""Chat templates and how they render a conversation; read `templates.py` first."""
