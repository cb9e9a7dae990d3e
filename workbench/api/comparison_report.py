"""Writes a comparison as a web page, light and dark, and as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape

from workbench.api.comparing import Comparison, LanguageRow
from workbench.api.comparison_plots import coverage_plot, frequency_plot, premium_plot
from workbench.api.comparison_table import amount, framed, line, table_of
from workbench.display.escapes import for_spreadsheet
from workbench.display.prose import capitalized
from workbench.engine.base.errors import EngineError, Face
from workbench.engine.judging.metrics import METRICS, WORD, WORTH
from workbench.version import __version__

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #545b64; --paper: #ffffff; --line: #d5d9de;
  --c0: #0b5cad; --c1: #a8420e; --c2: #11713d; --c3: #7a3bb0; --c4: #9a1f4d; --c5: #006a73; --c6: #6b5a00;
  --c7: #4a4fa8; --c8: #8a3b3b; --c9: #3f5f2a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --faint: #a9b1ba; --paper: #16181b;
  --line: #3a3f46; --c0: #7db8f5; --c1: #f2a06f; --c2: #74cf9a; --c3: #cfa3f2; --c4: #f291b4; --c5: #6fd0d9;
  --c6: #dcc75a; --c7: #aab0f5; --c8: #eda3a3; --c9: #add18f; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.wide { overflow-x: auto; margin-top: 1.25rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
th:first-child, td:first-child { text-align: left; }
th[scope=col]:not(:first-child) { overflow-wrap: anywhere; min-width: 4.5rem; }
.words td, .why { text-align: left; } .words th { text-align: left; }
caption { text-align: left; color: var(--faint); padding-bottom: .4rem; } .range { white-space: nowrap; }
.cuts { display: block; text-align: left; font: 13px/1.9 monospace; overflow-wrap: anywhere; }
table:has(.cuts) th[scope=col] { overflow-wrap: normal; } table:has(.cuts) th:last-child { text-align: left; }
.cut { border: 1px solid var(--line); border-radius: 3px; padding: 1px; color: var(--faint); }
.here { border-color: var(--ink); color: var(--ink); font-weight: bold; }
small, .faint { color: var(--faint); } svg { max-width: 100%; height: auto; display: block; }
@media print { .wide { overflow: visible; } body { max-width: none; margin: 0; padding: 0; }
  h2, caption { break-after: avoid; } svg, tr { break-inside: avoid; }
  svg { max-height: 20cm; } thead { break-after: avoid; } tbody tr:nth-child(-n+3) { break-before: avoid; }
  table { font-size: .6rem; width: 100%; } th, td { padding: .15rem .3rem; }
  th[scope=col]:not(:first-child) { min-width: 0; } }
"""


def report(comparison: Comparison, face: Face = "python", places: Sequence[str] = ()) -> str:
    """Return the whole page, which needs no other file; `places` of a text are tables (`places_of`)."""
    names = " · ".join(each.name for each in comparison.tokenizers)
    parts = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(names)}: comparison</title><style>{_STYLE}</style></head><body><main>",
        f"<h1>Comparison of {escape(names)}</h1>",
        *(f"<p>{escape(_sentence(note, face))}</p>" for note in (*comparison.damaged, *comparison.notes)),
        *_languages(comparison, face),  # first: of fifty languages the measures take pages
        "<h2>Measures</h2>",
        table_of(comparison.by_source(), [each.name for each in comparison.tokenizers], face),
        "<h2>How tokens are spread</h2>", frequency_plot(comparison), coverage_plot(comparison),
        *(("<h2>Places in the text</h2>", *places) if places else ()),
        *_about(comparison, face), *_metrics(), f"<p>{escape(WORTH)}</p></main></body></html>",
    ]  # fmt: skip
    return "\n".join(parts)


def _sentence(note: EngineError, face: Face) -> str:
    return capitalized(note.message(face))


def _languages(comparison: Comparison, face: Face) -> Iterator[str]:
    if not comparison.languages:
        return
    yield f"<h2>Languages, compared with {escape(comparison.language)}</h2>"
    yield premium_plot(comparison)
    for name, value in comparison.gini.items():
        rows = comparison.by_premium(name)
        most = ", ".join(row.language for row in rows[:3] if row.cost is not None)
        shown = "–" if value is None else f"{value:.4f}"
        caption = (
            f"{name}: Gini {shown}; {most} pay most. The premium is the product of what UTF-8 costs and what "
            "the vocabulary costs."
        )
        heads = ("Language", "Tokens", "Bytes", "Premium", "UTF-8", "Vocabulary")
        yield framed(name, caption, heads, (_language_line(row, face) for row in rows))


def _language_line(row: LanguageRow, face: Face) -> str:
    if row.n_bytes is None and row.error is not None:  # its text was not read
        why = escape(row.error.message(face))
        return f'<tr><th scope="row">{escape(row.language)}</th><td colspan="5" class="why">{why}</td></tr>'
    return line(row.language, "", _costs(row))


def _costs(row: LanguageRow) -> list[str]:
    cost = row.cost
    factors = (cost.premium, cost.byte_factor, cost.vocabulary_factor) if cost else (None, None, None)
    texts = ["–" if factor is None else f"{factor:.3f}" for factor in factors]
    return [amount(row.n_tokens), amount(row.n_bytes), *texts]


def _about(comparison: Comparison, face: Face) -> Iterator[str]:
    yield "<h2>Where this comes from</h2><ul>"
    for each, vocabulary in zip(comparison.tokenizers, comparison.measured.vocabularies, strict=True):
        yield (
            f"<li>{escape(each.name)}: {vocabulary.size:,} tokens, split "
            f"{escape(each.tokenizer.pre_tokenizer.name)}, SHA-256 of what makes its ids "
            f"{each.sha256 or 'not known'}</li>"
        )
    for left_out in comparison.skipped:
        yield f"<li>left out: {escape(left_out.error.message(face))}</li>"
    reference = comparison.tokenizers[comparison.measured.reference].name
    yield (
        f"<li>Intervals: {comparison.draws:,} draws of documents, seed {comparison.seed}, symmetric "
        f"studentized bootstrap; compared with {escape(reference)}.</li>"
        f"<li>Tokenizer workbench {__version__}. Special tokens are plain text; no start or end tokens.</li>"
        f"<li>A word is {escape(WORD)}.</li></ul>"
    )


def _metrics() -> Iterator[str]:
    yield "<h2>What the measures are</h2>"
    caption = (
        "T tokens, B bytes, C characters, W words, K documents that were decoded; V tokens of the "
        "vocabulary, U of them occur, p their shares"
    )
    lines = (
        line(metric.label, "", [escape(metric.formula), escape(metric.source), escape(metric.note)])
        for metric in METRICS
    )
    yield framed(
        "What the measures are", caption, ("Measure", "Formula", "Source", "Note"), lines, "wide words"
    )


def csv_of(comparison: Comparison, face: Face = "python") -> bytes:
    """Return the table as comma-separated values, UTF-8; no text is taken for a formula."""
    table = comparison.to_dict(face)
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(table)
    for values in zip(*table.values(), strict=True):
        rows.writerow([for_spreadsheet(value) if isinstance(value, str) else value for value in values])
    return out.getvalue().encode("utf-8", "backslashreplace")
