"""Theme, colours, icons and motion; read `theme.py` first."""
