"""Compares tokenizers: a text aligned, measures, languages, and whether two are the same."""
