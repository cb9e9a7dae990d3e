"""How bytes are shown to people: visible marks, a reversible escape, the byte alphabet. Pure functions."""
