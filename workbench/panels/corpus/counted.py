"""Says what a source of counted pieces holds, from the footers of its parts."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.display.escapes import for_label, name_of
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.scanning import Scanned
from workbench.widgets import wording

_CONTEXT = "CountedSource"
_SOURCES = 8  # that are listed
_LONGEST = 200  # characters of a pattern


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def counted_line(info: Scanned) -> str:
    """Return the second line of a row, split and parts; "" for a source of another kind."""
    counted = info.counted
    if counted is None:
        return ""
    parts = wording.plural(info.n_files, "%n part", "%n parts", _CONTEXT)
    return f"{_split(counted)}, {parts}"


def shards_missing(counted: CountsFacts) -> str:
    """Return how many shards are missing, "" where none is or this was accepted."""
    missing = sum(corpus.n - corpus.n_shards for corpus in counted.corpora)
    if not missing or counted.incomplete:
        return ""
    return wording.plural(missing, "%n shard missing", "%n shards missing", _CONTEXT)


def share_warning(counted: CountsFacts) -> str:
    """Return which source gives more than its share of the text, "" where none does."""
    if counted.largest is None:
        return ""
    name, share = counted.largest
    return _tr("{share} is of {name}").format(share=wording.percent(share), name=for_label(name_of(name)))


def share_remedy(counted: CountsFacts) -> str:
    """Return what to do about `share_warning`, "" for nothing."""
    if counted.largest is None:
        return ""
    return _tr("Most merges will be of its text. Count it apart and lower its weight if they should not be.")


def counted_facts(info: Scanned) -> str:
    """Return all that the footers say, a line each; "" for a source of another kind."""
    counted = info.counted
    if counted is None:
        return ""
    n = sum(corpus.n for corpus in counted.corpora)
    counted_shards = sum(corpus.n_shards for corpus in counted.corpora)
    documents = wording.plural(counted.n_documents, "%n document", "%n documents", _CONTEXT)
    text = wording.plural(counted.n_used, "%n byte", "%n bytes", _CONTEXT)
    dropped = wording.plural(counted.dropped_pieces, "%n rare piece", "%n rare pieces", _CONTEXT)
    lines = (
        (_tr("Counted pieces of"), _tr("{bytes} in {documents}").format(bytes=text, documents=documents)),
        *((for_label(name), wording.percent(share)) for name, share in counted.shares[:_SOURCES]),
        (_tr("Shards"), f"{wording.number(counted_shards)} / {wording.number(n)}"),
        (_tr("Split pattern"), _split(counted)),
        ("", for_label(counted.split[1][:_LONGEST]) if counted.split[0] == "custom" else ""),
        (_tr("Normalizer"), for_label(counted.normalizer)),
        (_tr("Cleaning or reading"), for_label(counted.clean[:_LONGEST])),
        (_tr("Dropped"), dropped if counted.dropped_pieces else ""),
        (_tr("Unicode"), for_label(counted.unicode)),
    )
    return "\n".join(f"{name}: {value}" if name else value for name, value in lines if value)


def _split(counted: CountsFacts) -> str:
    name = counted.split[0]
    return _tr("custom pattern") if name == "custom" else for_label(name) or _tr("no split")
