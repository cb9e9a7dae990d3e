"""Tokenizers held against each other: a text aligned, measures, languages, and whether two are the same."""
