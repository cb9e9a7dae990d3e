"""The room for compiled code; nothing is compiled yet, so the readable engine does all the work."""
