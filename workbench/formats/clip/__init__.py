"""CLIP's file of merges."""
