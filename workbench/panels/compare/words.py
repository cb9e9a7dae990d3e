"""Texts of the Compare panels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QCoreApplication

from workbench.display.escapes import for_label
from workbench.engine.judging.metrics import Metric
from workbench.worker.messages.tokenizers import TokenizerInfo

LOST = "*"  # before the number of tokens that do not give back what they are of


def label(metric: Metric) -> str:
    """Return the translated name of a measure."""
    return QCoreApplication.translate("Metrics", metric.label)


def distinctions(infos: Sequence[TokenizerInfo]) -> list[str]:
    """Return for each tokenizer what tells it from others of its name, "" where nothing does.

    That is the end of the path of its file that no other has, without the name where the folders differ; else
    its format.
    """
    return [
        for_label(_apart(info, [each for each in infos if each is not info and each.name == info.name]))
        for info in infos
    ]


def distinct_names(infos: Sequence[TokenizerInfo]) -> list[str]:
    """Return the names of tokenizers, with what tells files of one name apart on their cards."""
    return [
        f"{apart} · {info.name}" if apart and info.path is not None else info.name
        for info, apart in zip(infos, distinctions(infos), strict=True)
    ]


def _apart(info: TokenizerInfo, others: Sequence[TokenizerInfo]) -> str:
    if not others:
        return ""
    if info.path is None:
        return QCoreApplication.translate("Compare", "not saved")
    own = PurePath(info.path).parts
    theirs = [PurePath(other.path).parts for other in others if other.path is not None]
    for length in range(1, len(own) + 1):
        end = own[-length:]
        if all(other[-length:] != end for other in theirs):
            folders = all(other[-1:] == own[-1:] for other in theirs) and length > 1
            return "/".join(end[:-1] if folders else end)
    return info.format
