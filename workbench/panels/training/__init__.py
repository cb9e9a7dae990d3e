"""The training panel."""
