"""Theme, colors, icons and motion; read `theme.py` first."""
