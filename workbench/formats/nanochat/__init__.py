"""The pickle of nanochat's tokenizer, read without unpickling; read `format.py` first."""
