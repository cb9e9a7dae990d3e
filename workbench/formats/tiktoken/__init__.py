"""Files of ranks, as tiktoken reads them."""
