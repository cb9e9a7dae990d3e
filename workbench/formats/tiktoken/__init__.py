"""Rank files, as tiktoken reads them."""
