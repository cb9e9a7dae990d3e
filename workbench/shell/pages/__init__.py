"""A page a task, the docks on it, and how they are arranged; read `tasks.py` first."""
