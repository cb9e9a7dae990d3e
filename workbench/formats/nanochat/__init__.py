"""The pickle of nanochat's tokenizer, read without unpickling."""
