"""One package per panel; none imports another. Read one, such as `vocab/panel.py`."""
