"""What a tokenizer is trained on; read `source_set.py`, the sources there are, then `panel.py`."""
