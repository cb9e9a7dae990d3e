"""One text under several tokenizers, row by row, aligned on its bytes."""
