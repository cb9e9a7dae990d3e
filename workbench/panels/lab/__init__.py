"""The regex lab: a split pattern edited live against the corpus; read `lab.py`, then `trials.py`."""
