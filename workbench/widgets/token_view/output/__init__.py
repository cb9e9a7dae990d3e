"""The view as picture, HTML or copied text."""
