"""The regex lab: edits a split pattern live against the corpus; read `lab.py`, then `trials.py`."""
