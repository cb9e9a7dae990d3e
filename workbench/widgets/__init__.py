"""The theme and the small views that panels share."""
