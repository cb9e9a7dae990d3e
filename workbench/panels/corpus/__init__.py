"""The sources that a tokenizer is trained on; read `source_set.py`, then `panel.py`."""
