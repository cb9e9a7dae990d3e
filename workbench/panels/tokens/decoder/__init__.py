"""Ids to text."""
