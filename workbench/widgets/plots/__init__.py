"""Plots over pyqtgraph; read `plots.py` first."""
