"""GGUF, the files of llama.cpp; read `format.py` first."""
