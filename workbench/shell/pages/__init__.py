"""One page per task, its docks and their arrangement; read `tasks.py` first."""
