"""How bytes are shown: marks, a reversible escape, the byte alphabet; read `marks.py`, then `escapes.py`."""
