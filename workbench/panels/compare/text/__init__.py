"""One text under several tokenizers, row by row, aligned on its bytes; read `page.py`, then `pieces.py`."""
