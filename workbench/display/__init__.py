"""How bytes are shown: visible marks, a reversible escape, the byte alphabet. Pure functions."""
