"""GPT-2's `vocab.json` and `merges.txt`; read `format.py` first."""
