"""Writes the tables of a comparison as HTML, for the report and for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from workbench.engine.base.errors import EngineError, Face
from workbench.engine.judging.measuring import Row
from workbench.engine.judging.metrics import METRICS, NO_DIFFERENCE, Metric

_SUMS = ("documents", "bytes", "words", "tokens")


def table_of(by_source: Mapping[str, Sequence[Row]], names: Sequence[str], face: Face = "python") -> str:
    """Return the table of measures as HTML: one column per tokenizer (`names`), one part per source."""
    tables = [_table(source, rows, names, face) for source, rows in by_source.items() if not _unread(rows)]
    unread = [line(source, "", [escape(error.message(face))])
              for source, rows in by_source.items() if (error := _unread(rows))]  # fmt: skip
    if unread:
        title = "Files that cannot be read; no figure counts them"
        tables.append(framed(title, title, ("File", "Cause"), unread, "wide words"))
    return "\n".join(tables)


def _unread(rows: Sequence[Row]) -> EngineError | None:
    """Return why a source could not be read, None for one that was."""
    return rows[0].error if rows[0].is_unread else None


def _table(source: str, rows: Sequence[Row], all_names: Sequence[str], face: Face) -> str:
    title = f"On {source}" if source else "On all of it"
    names = [all_names[row.tokenizer] for row in rows]
    known = [row.known_sums for row in rows]
    lines = [line(name.capitalize(), "", [amount(sums[name]) for sums in known]) for name in _SUMS]
    lines += [line(metric.label, metric.formula, [_cell(row, metric) for row in rows]) for metric in METRICS]
    failed = "".join(
        f"<p>{escape(name)}: {escape(row.error.message(face))}</p>"
        for name, row in zip(names, rows, strict=True)
        if row.error is not None
    )
    brackets = (
        "; in brackets where a figure lies in 95 of 100 cases" if any(r.intervals for r in rows) else ""
    )
    caption = f"{title}{brackets}"
    return framed(title, caption, ("Measure", *names), lines) + failed


def amount(n: int | None) -> str:
    """Return a number as a table shows it, a dash for none."""
    return "–" if n is None else f"{n:,}"


def framed(title: str, caption: str, heads: Sequence[str], lines: Iterable[str], kind: str = "wide") -> str:
    """Return a table that scrolls if it is too wide, and can be reached by keyboard; `kind`: its classes."""
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return (
        f'<div class="{kind}" role="region" aria-label="{escape(title)}" tabindex="0"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{cells}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def line(label: str, title: str, cells: Iterable[str]) -> str:
    """Return a row of a table: its head with a tooltip, and its cells, which are HTML."""
    title = f' title="{escape(title)}"' if title else ""
    row = "".join(f"<td>{cell}</td>" for cell in cells)
    return f'<tr><th scope="row"{title}>{escape(label)}</th>{row}</tr>'


def _cell(row: Row, metric: Metric) -> str:
    text = metric.text(row.figures.get(metric.name))
    interval = row.intervals.get(metric.name)
    if interval is not None:
        text += f' <small class="range">[{metric.text(interval.low)}, {metric.text(interval.high)}]</small>'
    difference = row.differences.get(metric.name)
    if difference is not None and not difference.shows:
        text += f"<br><small>{escape(NO_DIFFERENCE)}</small>"
    return text
