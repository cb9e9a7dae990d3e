"""The text with its tokens and everything that explains them, one package each; read `text` first."""
