"""The slider of vocabulary sizes; read `sizes.py` first."""
