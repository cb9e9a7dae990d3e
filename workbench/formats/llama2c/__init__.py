"""The `.bin` of llama2.c; read `format.py`."""
