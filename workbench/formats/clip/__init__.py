"""CLIP's merges file."""
