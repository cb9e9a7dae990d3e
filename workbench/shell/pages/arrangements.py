"""The panels, and their default arrangements in the tasks, which depend on the width of the window."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication

from workbench.shell.actions import QT_TRANSLATE_NOOP

NARROW, WIDE = 1100, 1800
TAB_BAR = 38  # high, as the style sheet has it
TASKS = ("inspect", "train", "vocabulary", "compare", "all", "lab")
ON_RAIL = {"lab": "train"}  # a task that has no item of its own -> the one that it belongs to

# Task -> panels that may be requested, and the panel on whose place they then come.
ASKED_FOR: Mapping[str, Mapping[str, str]] = {
    "inspect": {"vocabulary": "selected_token", "chat": "selected_token", "ids": "selected_token"},
    "train": {
        "corpus_preview": "training_run", "tokens_strip": "training_run", "tokens": "training_run",
    },
    "vocabulary": {},
    "compare": {},
    "all": {
        "vocab_dossier": "selected_token", "vocab_draft": "selected_token",
        "chat": "selected_token", "ids": "selected_token",
        "corpus_preview": "training_run",
    },
    "lab": {},
}  # fmt: skip
# Panels that make their column this wide as long as they are open.
WIDTHS: Mapping[str, int] = {"chat": 408, "ids": 360}


Node: TypeAlias = "str | Split | Tabs"


@dataclass(frozen=True, slots=True)
class Split:
    """Docks side by side (`across`) or one above the other; a size of 0 takes the rest."""

    across: bool
    parts: tuple[tuple[Node, int], ...]


@dataclass(frozen=True, slots=True)
class Tabs:
    """Docks on one place; the first is in front."""

    names: tuple[str, ...]


_FIRST_STEPS = ("first_steps", 88)


# Panel, its English title, its place in the manual; in the order of the menu.
PANELS: Sequence[tuple[str, str, str]] = (
    ("tokens", QT_TRANSLATE_NOOP("MainWindow", "Tokens"), "inspect#tokens"),
    ("selected_token", QT_TRANSLATE_NOOP("MainWindow", "Selected token"), "inspect#token"),
    ("corpus", QT_TRANSLATE_NOOP("MainWindow", "Corpus"), "corpus#corpus"),
    ("corpus_preview", QT_TRANSLATE_NOOP("MainWindow", "Preview"), "corpus#preview"),
    ("training_options", QT_TRANSLATE_NOOP("MainWindow", "Options"), "corpus#options"),
    ("training_run", QT_TRANSLATE_NOOP("MainWindow", "Training"), "corpus#run"),
    ("tokens_strip", QT_TRANSLATE_NOOP("MainWindow", "Your text"), "inspect#tokens"),
    ("vocabulary", QT_TRANSLATE_NOOP("MainWindow", "Vocabulary"), "health#in-the-window"),
    ("vocab_dossier", QT_TRANSLATE_NOOP("MainWindow", "Token"), "health#in-the-window"),
    ("vocab_draft", QT_TRANSLATE_NOOP("MainWindow", "Draft"), "adapt#in-the-window"),
    ("chat", QT_TRANSLATE_NOOP("MainWindow", "Chat"), "inspect#chat"),
    ("ids", QT_TRANSLATE_NOOP("MainWindow", "Ids"), "inspect#ids"),
    ("compare", QT_TRANSLATE_NOOP("MainWindow", "Compare"), "compare"),
    ("compare_measures", QT_TRANSLATE_NOOP("MainWindow", "Measures"), "compare#measures"),
    ("compare_sources", QT_TRANSLATE_NOOP("MainWindow", "By source"), "compare#measures"),
    ("lab_patterns", QT_TRANSLATE_NOOP("MainWindow", "Starting points"), "corpus#regex-lab"),
    ("lab_editor", QT_TRANSLATE_NOOP("MainWindow", "Regex lab"), "corpus#regex-lab"),
    ("lab_pieces", QT_TRANSLATE_NOOP("MainWindow", "Pieces"), "corpus#regex-lab"),
    ("lab_measures", QT_TRANSLATE_NOOP("MainWindow", "Measures"), "corpus#regex-lab"),
    ("lab_frequent", QT_TRANSLATE_NOOP("MainWindow", "Most frequent pieces"), "corpus#regex-lab"),
)
ENGLISH_TITLES: Mapping[str, str] = {name: title for name, title, _ in PANELS}


def titles() -> Sequence[tuple[str, str, str]]:
    """Return (name, title, place in the manual) of every panel, in the order of the menu."""
    return [(name, QCoreApplication.translate("MainWindow", title), place) for name, title, place in PANELS]


def arrangement(task: str, width: int) -> Split:
    """Return the default arrangement of a task in a window of this width, for text of the usual size."""
    arranged = {
        "inspect": _inspect, "train": _train, "vocabulary": _vocabulary, "compare": _compare, "all": _all,
        "lab": _lab,
    }  # fmt: skip
    return arranged[task](width)


def _inspect(width: int) -> Split:
    side = 320 if width < NARROW else 400 if width >= WIDE else 360
    text = Split(False, (_FIRST_STEPS, ("tokens", 0)))
    more: tuple[tuple[Node, int], ...] = (("vocabulary", 440),) if width >= WIDE else ()
    return Split(True, ((text, 0), ("selected_token", side), *more))


def _train(width: int) -> Split:
    options: Split | Tabs = Tabs(("corpus", "training_options"))
    if width >= NARROW:
        options = Split(False, (("corpus", 248), ("training_options", 0)))
    strip: tuple[tuple[Node, int], ...] = () if width >= WIDE else (("tokens_strip", 120),)
    center = Split(False, (("training_run", 0), *strip))
    more: tuple[tuple[Node, int], ...] = (("tokens", 480),) if width >= WIDE else ()
    return Split(True, ((options, 256 if width < NARROW else 280), (center, 0), *more))


def before_run(width: int) -> Split:
    """Return the arrangement for training as long as nothing runs."""
    if width < NARROW:
        return _train(width)
    center = Split(False, (("training_run", 322), ("corpus_preview", 0)))
    more: tuple[tuple[Node, int], ...] = (("tokens", 480),) if width >= WIDE else ()
    return Split(True, (("corpus", 288), ("training_options", 288), (center, 0), *more))


def _vocabulary(width: int) -> Split:
    return Split(
        True, (("vocabulary", 0), (Tabs(("vocab_dossier", "vocab_draft")), 408 if width >= NARROW else 320))
    )


def _compare(width: int) -> Split:
    if width < NARROW:
        return Split(True, (("compare", 0), (Tabs(("compare_measures", "compare_sources")), 320)))
    side = Split(False, (("compare_measures", 0), ("compare_sources", 280)))
    return Split(True, (("compare", 0), (side, 408)))


def _all(width: int) -> Split:
    if width < NARROW:
        # Three columns have no room: what is chosen and what is set up are behind one another.
        text = Split(False, (("tokens", 0), ("training_run", 320)))
        side = Tabs(("selected_token", "vocabulary", "corpus", "training_options"))
        return Split(True, ((text, 0), (side, 352)))
    left = Split(False, (("corpus", 248), ("training_options", 0)))
    center = Split(False, (("tokens", 0), ("training_run", 320)))
    right = Tabs(("selected_token", "vocabulary"))
    return Split(True, ((left, 280), (center, 0), (right, 340)))


def _lab(width: int) -> Split:
    """Return that of the regex lab."""
    narrow = width < NARROW
    center = Split(False, (("lab_editor", 240), ("lab_pieces", 0)))
    side = Split(False, (("lab_measures", 284), ("lab_frequent", 0)))
    left, right = (176, 256) if narrow else (280, 284)
    return Split(True, (("lab_patterns", left), (center, 0), (side, right)))


def scaled(node: Node, scale: float) -> Node:
    """Return an arrangement whose sizes are as much larger as the text is."""
    if not isinstance(node, Split):
        return node
    return Split(node.across, tuple((scaled(part, scale), round(size * scale)) for part, size in node.parts))


def names_in(node: Node) -> Iterator[str]:
    """Yield the names of the docks of an arrangement."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, Tabs):
        yield from node.names
    else:
        for part, _size in node.parts:
            yield from names_in(part)


def panels_of(task: str) -> tuple[str, ...]:
    """Return the names of all panels that a task may show, whatever the width."""
    shown = (name for width in (NARROW - 1, NARROW, WIDE) for name in names_in(arrangement(task, width)))
    before = names_in(before_run(NARROW)) if task == "train" else ()
    return tuple(dict.fromkeys((*shown, *before, *ASKED_FOR[task])))


def pruned(node: Node, there: Container[str]) -> Node | None:
    """Return an arrangement without the panels that are not there, None if none is."""
    if isinstance(node, str):
        return node if node in there else None
    if isinstance(node, Tabs):
        names = tuple(name for name in node.names if name in there)
        return Tabs(names) if names else None
    parts = tuple((kept, size) for part, size in node.parts if (kept := pruned(part, there)) is not None)
    return Split(node.across, parts) if parts else None


def folds(node: Node) -> Iterator[Node]:
    """Yield the arrangement, and the same panels in less room: side panels on one place, then all.

    The first steps are above all, and left out at last.
    """
    yield node
    sides = [(part, size) for part, size in node.parts if size] if isinstance(node, Split) else []
    if isinstance(node, Split) and node.across and len(sides) > 1:
        side = Tabs(tuple(name for part, _size in sides for name in names_in(part)))
        column = side, max(size for _part, size in sides)
        yield Split(True, tuple(column if p == sides[0] else p for p in node.parts if p not in sides[1:]))
    names = tuple(names_in(node))
    one_place = Tabs(tuple(name for name in names if name != _FIRST_STEPS[0])), 0
    if _FIRST_STEPS[0] in names:
        yield Split(False, (_FIRST_STEPS, one_place))
    yield Split(False, (one_place,))


def least_size(node: Node, size_of: Callable[[str], tuple[int, int]], gap: int) -> tuple[int, int]:
    """Return the least width and height of an arrangement, in pixels.

    `size_of` gives (0, 0) for a panel that is closed; `gap` is what is between two.
    """
    if isinstance(node, str):
        return size_of(node)
    parts = node.names if isinstance(node, Tabs) else [part for part, _size in node.parts]
    sizes = [size for part in parts if any(size := least_size(part, size_of, gap))]
    widths, heights = zip(*sizes, strict=True) if sizes else ((0,), (0,))
    gaps = gap * (len(sizes) - 1)
    if isinstance(node, Tabs):
        return max(widths), max(heights) + (TAB_BAR if gaps else 0)
    return (sum(widths) + gaps, max(heights)) if node.across else (max(widths), sum(heights) + gaps)
