"""The thin room between the window and the engine."""
