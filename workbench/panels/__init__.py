"""One package per panel; none imports another. Read the `panel.py` of one, such as `vocab`."""
