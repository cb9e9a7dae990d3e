"""From what the user names as a source to the text of its documents; read `sources.py`, then `corpus.py`."""
