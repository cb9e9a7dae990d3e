"""The text with its tokens and all that explains them, a folder each; begin with `text`."""
