"""The vocab panel."""
