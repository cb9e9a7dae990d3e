"""Texts of the Compare panels."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.display.escapes import name_of
from workbench.engine.judging.metrics import Metric
from workbench.widgets import wording
from workbench.worker.messages.requests import Failed

LOST = "*"  # before the number of tokens that do not give back what they are of


def label(metric: Metric) -> str:
    """Return the translated name of a measure."""
    return QCoreApplication.translate("Metrics", metric.label)


def failure_text(failed: Failed) -> str:
    """Return the cause of a failure as a sentence with the file."""
    cause = wording.filled(failed.cause, failed.facts)
    said = f"{name_of(failed.file)}: {cause}" if failed.file else cause[:1].upper() + cause[1:]
    return said.rstrip(".") + "."
