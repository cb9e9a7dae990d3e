"""A draft of a changed copy of a tokenizer: read `panel.py` first."""
