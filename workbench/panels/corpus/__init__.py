"""The corpus panel."""
