"""Spoilt files of every kind that is read: what is accepted is held against another reader."""
