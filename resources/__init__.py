"""Sample text, sample tokenizer, icons: all made for this project; read by importlib.resources."""
