"""What a corpus or a tokenizer is worth, in figures."""
