"""Draws plots of a comparison as SVG, without a window; the page sets the colors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from workbench.api.comparing import Comparison

_WIDTH, _HEIGHT, _LEFT, _TOP, _BOTTOM, _RIGHT = 760, 340, 70, 30, 45, 16
_POINTS = 200
_COLORS = 10
_DASHES = ("", "6 3", "2 3", "9 3 2 3")  # dashes distinguish lines as well as color
_ROW = 18  # pixels of a language
_NAME = 16  # of a name below a plot

Floats = NDArray[np.float64]


def frequency_plot(comparison: Comparison) -> str:
    """Return the frequency of each token by rank, both logarithmic: a straight line is Zipf's law."""
    lines = []
    for counts in comparison.measured.counts:
        ranked = np.sort(counts[counts > 0])[::-1].astype(np.float64)
        at = _chosen(len(ranked))
        lines.append((np.log10(at + 1.0), np.log10(ranked[at])))
    return _lines(
        "Rank and frequency", "rank of the token", "occurrences", lines, _names(comparison), log=True
    )


def coverage_plot(comparison: Comparison) -> str:
    """Return the share of the text that the most frequent tokens cover."""
    lines = []
    for counts in comparison.measured.counts:
        ranked = np.sort(counts[counts > 0])[::-1].astype(np.float64)
        at = _chosen(len(ranked))
        share = np.cumsum(ranked) / max(ranked.sum(), 1.0)
        lines.append((np.log10(at + 1.0), 100 * share[at]))
    title, label = "Coverage", "the most frequent tokens, so many"
    return _lines(title, label, "% of all tokens", lines, _names(comparison), log=False)


def premium_plot(comparison: Comparison) -> str:
    """Return a dot for each language and tokenizer, sorted by the premium to the first one."""
    names = _names(comparison)
    costs: dict[str, dict[str, float]] = {}
    for row in comparison.languages:
        if row.cost is not None:
            costs.setdefault(row.language, {})[row.tokenizer] = row.cost.premium
    if not costs:
        return ""
    languages = sorted(costs, key=lambda language: costs[language].get(names[0], 0.0))
    most = max(max(each.values()) for each in costs.values())
    left, height = 110, _TOP + _ROW * len(languages) + _BOTTOM
    width = _WIDTH - left - _RIGHT
    parts = []
    for number, language in enumerate(languages):
        y = _TOP + _ROW * number + _ROW / 2
        parts.append(_label(left - 8, y + 4, language, "end"))
        parts.append(_rule(left, y, _WIDTH - _RIGHT, y))
        for each, cost in costs[language].items():
            x = left + width * cost / most
            which = names.index(each)
            title = f"<title>{escape(f'{language}, {each}: {cost:.3f}')}</title>"
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_color(which)}">{title}</circle>')
    for tick in range(1, int(most) + 1, max(1, int(most) // 8)):
        parts.append(_label(left + width * tick / most, height - _BOTTOM + 16, str(tick), "middle"))
    parts.append(_label(left + width / 2, height - 8, f"tokens, {comparison.language} = 1", "middle"))
    return _svg("Premium of each language", height, parts, names)


def _names(comparison: Comparison) -> list[str]:
    return [each.name for each in comparison.tokenizers]


def _chosen(n: int) -> NDArray[np.int64]:
    """Return up to about a hundred numbers below n, evenly spaced on a logarithmic scale."""
    return np.unique(np.geomspace(1, max(n, 1), _POINTS).astype(np.int64))[: max(n, 0)] - 1


def _lines(
    title: str,
    across: str,
    up: str,
    lines: Sequence[tuple[Floats, Floats]],
    names: Sequence[str],
    *,
    log: bool,
) -> str:
    right = max((float(x[-1]) for x, _ in lines if len(x)), default=1.0) or 1.0
    top = max((float(y.max()) for _, y in lines if len(y)), default=1.0) or 1.0
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    bottom = _HEIGHT - _BOTTOM
    parts = [_rule(_LEFT, bottom, _WIDTH - _RIGHT, bottom), _rule(_LEFT, _TOP, _LEFT, bottom)]
    for power in range(int(right) + 1):
        parts.append(_label(_LEFT + width * power / right, bottom + 16, f"{10**power:,}", "middle"))
    ticks = range(int(top) + 1) if log else range(0, int(top) + 1, 20)
    for tick in ticks:
        y = bottom - height * tick / top
        parts += [
            _rule(_LEFT, y, _WIDTH - _RIGHT, y),
            _label(_LEFT - 6, y + 4, f"{10**tick if log else tick:,}", "end"),
        ]
    for which, (xs, ys) in enumerate(lines):
        at = " ".join(
            f"{_LEFT + width * x / right:.1f},{bottom - height * y / top:.1f}"
            for x, y in zip(xs.tolist(), ys.tolist(), strict=True)
        )
        parts.append(
            f'<polyline points="{at}" fill="none" stroke="{_color(which)}" stroke-width="2" '
            f'stroke-dasharray="{_DASHES[which % len(_DASHES)]}"/>'
        )
    parts += [_label(_LEFT + width / 2, _HEIGHT - 8, across, "middle"), _label(8, _TOP - 12, up, "start")]
    return _svg(title, _HEIGHT, parts, names)


def _svg(title: str, height: float, parts: Sequence[str], names: Sequence[str]) -> str:
    """Return a plot of some height; names are below it, where they cover nothing."""
    parts = [*parts, *_legend(names, height)]
    height += _NAME * len(names) + 8
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:.0f}" width="{_WIDTH}" height="{height:.0f}" role="img" '
        f'aria-label="{escape(title)}" xmlns="http://www.w3.org/2000/svg"><title>{escape(title)}</title>'
        f"{''.join(parts)}</svg>"
    )


def _legend(names: Sequence[str], top: float) -> Iterator[str]:
    for which, name in enumerate(names):
        y = top + _NAME * (which + 1)
        yield (
            f'<line x1="{_LEFT}" y1="{y - 4:.1f}" x2="{_LEFT + 34}" y2="{y - 4:.1f}" stroke-width="2" '
            f'stroke="{_color(which)}" stroke-dasharray="{_DASHES[which % len(_DASHES)]}"/>'
            f'<text x="{_LEFT + 42}" y="{y:.1f}" font-size="12" fill="{_color(which)}">{escape(name)}</text>'
        )


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="12" fill="var(--faint, #545b64)">'
        f"{escape(text)}</text>"
    )


def _rule(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="var(--line, #d5d9de)"/>'


def _color(which: int) -> str:
    return f"var(--c{which % _COLORS}, #0b5cad)"
