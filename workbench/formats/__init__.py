"""Tokenizer files: one module a format, each with sniff, read and write."""
