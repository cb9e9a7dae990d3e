"""From what a person names as a source to the text of its documents; read `sources.py`, then `corpus.py`."""
