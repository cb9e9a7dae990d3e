"""The chat panel."""
