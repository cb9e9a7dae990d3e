"""The dialogs of the window; read `writing_dialog.py`, the base of those that write a file."""
