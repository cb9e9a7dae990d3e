"""What is told of compared tokenizers beside the aligned text: a page each."""
