"""minbpe's `.model` and `.vocab`; read `format.py`."""
