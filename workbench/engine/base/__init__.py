"""What every room needs: errors, UTF-8, numbers in chunks, interruption; read `errors.py`, then `pace.py`."""
