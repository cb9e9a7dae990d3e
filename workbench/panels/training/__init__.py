"""The training panel; read `options.py`, then `record.py`."""
