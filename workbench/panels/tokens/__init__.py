"""The tokens panel."""
