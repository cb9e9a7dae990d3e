"""Text to tokens and back, in plain Python: no Qt, no printing, no globals, no settings."""
