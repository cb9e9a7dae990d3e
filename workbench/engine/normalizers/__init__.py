"""What is done to a text before it is split, aligned to its input; read `normalizer.py` first."""
