"""Decodes ids to text."""
