"""Why these tokens: stages, steps, sizes, and finding in a text; read `pipeline.py` first."""
