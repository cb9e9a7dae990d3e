"""Texts of the Compare panels."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.engine.judging.metrics import Metric

LOST = "*"  # before the number of tokens that do not give back what they are of


def label(metric: Metric) -> str:
    """Return the translated name of a measure."""
    return QCoreApplication.translate("Metrics", metric.label)
