"""Tokens as a web page of its own: real text in colored boxes, ids and bytes for readers of any kind.

The page needs nothing from elsewhere and does nothing: no script runs in it (its own policy forbids all but
its style), every character of a token is escaped, what cannot be seen or would turn the writing round stands
as its name, isolated from the writing around. It is light or dark as the reader's system is. White space
is itself, with its mark drawn next to, so that what is copied from the page is the text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from html import escape
from itertools import count, pairwise

import numpy as np
from PySide6.QtCore import QCoreApplication

from workbench.display.marks import name, visible
from workbench.widgets import wording
from workbench.widgets.look.colors import DARK, LIGHT, Theme
from workbench.widgets.slices import Steps
from workbench.widgets.token_view.layout.boxes import gather
from workbench.widgets.token_view.layout.line import LineText, line_text
from workbench.widgets.token_view.layout.spans import N_COLORS, TokenRun
from workbench.widgets.token_view.output.excerpt import Excerpt

_BYTES_SHOWN = 64  # of a token, in its title
_IDS_SHOWN = 64

_STYLE = """
:root{{color-scheme:light dark;{light}}}
@media(prefers-color-scheme:dark){{:root{{{dark}}}}}
body{{margin:24px;background:var(--surface);color:var(--text);font:15px/32px "JetBrains Mono","Cascadia Mono",
"SF Mono","Noto Sans Mono",monospace}}
h1{{font:600 15px/24px system-ui,sans-serif;margin:0}}
p{{font:13px/20px system-ui,sans-serif;color:var(--text2);margin:0 0 16px}}
[role=list]{{font-variant-ligatures:no-contextual;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;
tab-size:4}}
[role=listitem]{{padding-block:3px;border-radius:3px;box-shadow:inset -1px 0 0 var(--surface)}}
[role=listitem]:hover{{outline:2px solid var(--accent)}}
{boxes}
.sp{{background:var(--text);color:var(--surface)}}
i{{font-style:normal;position:relative}}i::before{{content:"·";position:absolute;color:var(--marks)}}
.t::before{{content:"→"}}.n::before{{content:"⍽"}}.l::before{{content:"↵"}}
b{{font-weight:400;color:var(--marks)}}.sp b{{color:inherit}}
b,sup{{unicode-bidi:isolate;direction:ltr}}
sup{{font-size:10px;line-height:1;user-select:none}}
""".strip()


def page_in_slices(
    excerpt: Excerpt, title: str, subtitle: str = "", tell: Callable[[float], object] = lambda _: None
) -> Steps[list[bytes]]:
    """Return the parts of the page, UTF-8; some kilobytes are written in each step.

    Args:
        excerpt: the tokens.
        title: names the tokenizer.
        subtitle: what else is above the tokens, as that only some are shown.
        tell: called with the share that is done, 0 to 1.

    """
    parts = [_head(excerpt, title, subtitle).encode()]
    writer = _Writer(excerpt)
    span: tuple[int, int] | None = excerpt.flow.piece_at(0)
    while span is not None:
        after = excerpt.flow.after(span)
        parts.append(writer.piece(span, after is None).encode())
        tell(span[1] / max(len(excerpt.document), 1))
        span = after
        yield
    parts.append(b"</div>\n</main>\n</body>\n</html>\n")
    return parts


def _head(excerpt: Excerpt, title: str, subtitle: str) -> str:
    facts = wording.listed(
        (wording.tokens(excerpt.n_tokens), wording.plural(len(excerpt.document), "%n byte", "%n bytes"))
    )
    shown = escape(_plain(title))
    below = " ".join(part for part in (f"{facts}.", escape(subtitle)) if part)
    return (
        '<!DOCTYPE html>\n<html lang="und">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{shown}</title>\n<style>\n{_style()}\n</style>\n</head>\n<body>\n"
        f"<main>\n<h1>{shown}</h1>\n<p>{below}</p>\n"
        f'<div role="list" aria-label="{escape(_tr("Tokens"))}">'
    )


def _style() -> str:
    boxes = "".join(
        f".c{n}{{background:var(--f{n})"
        + (f";box-shadow:inset -1px 0 0 var(--surface),inset 0 -2px 0 var(--l{n})" if n % 2 else "")
        + "}"
        for n in range(N_COLORS)
    )
    return _STYLE.format(light=_variables(LIGHT), dark=_variables(DARK), boxes=boxes)


def _variables(theme: Theme) -> str:
    roles = ("surface", "text", "text2", "accent", "marks")
    values = {role: theme.color(role) for role in roles}
    values |= {f"f{n}": color for n, color in enumerate(theme.token_fills)}
    values |= {f"l{n}": color for n, color in enumerate(theme.token_lines)}
    return "".join(f"--{key}:{color.name()};" for key, color in values.items())


def _plain(text: str) -> str:
    """Return a name with what cannot be seen written out."""
    return "".join(name(letter) or letter for letter in text)


def _tr(text: str) -> str:
    return QCoreApplication.translate("TokenPage", text)


# --- boxes


class _Writer:
    """Writes the boxes of one piece of a line after the other."""

    def __init__(self, excerpt: Excerpt) -> None:
        self._excerpt = excerpt
        self._colors = count()
        self._n_written = 0  # tokens that have a box already: one may go on in the next piece
        self._kind = "c0"

    def piece(self, span: tuple[int, int], is_last: bool) -> str:
        """Return the boxes of a piece, and what is between them."""
        (start, end), excerpt = span, self._excerpt
        data = excerpt.document.read(start, end)
        run = excerpt.spans.overlapping(start, end + is_last)
        text = line_text(data, excerpt.flow.right_to_left(start))
        heads, tails = _labels(excerpt, run, span, is_last)
        groups = gather(text, run.starts - start, run.ends - start, len(heads), len(tails))
        bare = [""] * (len(groups.firsts) - len(heads) - len(tails))
        display = _Display(text)
        written: list[str] = []
        done = 0
        for box, label in enumerate((*heads, *bare, *tails)):
            begin, stop = int(groups.starts[box]), int(groups.ends[box])
            first, last = int(groups.firsts[box]), int(groups.lasts[box])
            written.append(display.html(done, begin))  # bytes without a token
            done = max(done, stop)
            shown = escape(_plain(label)) if label else display.html(begin, stop)
            ids = run.ids[max(first, self._n_written - run.first) : last].tolist()
            self._n_written = run.first + last
            written.append(self._box(ids, data[begin:stop], shown, label))
        written.append(display.html(done, len(data)))
        return "".join(written)

    def _box(self, ids: list[int], data: bytes, shown: str, label: str) -> str:
        """Return a box: its text, and its ids and bytes for tooltips and screen readers."""
        if not ids:
            return f'<span class="{self._kind}">{shown}</span>'
        special = self._excerpt.look.special_ids.issuperset(ids)
        self._kind = "sp" if special else f"c{next(self._colors) % N_COLORS}"
        numbers = ", ".join(map(str, ids[:_IDS_SHOWN])) + (", …" if len(ids) > _IDS_SHOWN else "")
        words = (_tr("id {ids}") if len(ids) == 1 else _tr("ids {ids}")).format(ids=numbers)
        hexed = data[:_BYTES_SHOWN].hex(" ").upper() + (" …" if len(data) > _BYTES_SHOWN else "")
        title = words + (f" · {hexed}" if hexed else "")
        label_text = escape(_plain(label or visible(data[:_BYTES_SHOWN])))
        badge = f'<sup aria-hidden="true">×{len(ids)}</sup>' if len(ids) > 1 else ""
        return (
            f'<span role="listitem" class="{self._kind}" title="{title}" '
            f'aria-label="{label_text}, {title}">{shown}{badge}</span>'
        )


def _labels(
    excerpt: Excerpt, run: TokenRun, span: tuple[int, int], is_last: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what stands for the tokens without bytes before and after the whole text."""
    added = excerpt.added
    heads: tuple[str, ...] = ()
    tails: tuple[str, ...] = ()
    if span[0] == 0:
        n_empty = int(np.searchsorted(run.ends, 0, side="right"))
        heads = added.before[:n_empty]
        if added.prefix and n_empty > len(heads):
            heads = (*heads, " ")
    if is_last and added.after:
        n_empty = len(run) - max(int(np.searchsorted(run.starts, span[1])), len(heads))
        tails = added.after[: max(n_empty, 0)]
    return heads, tails


class _Display:
    """What a piece of a line shows, cut by places in its bytes."""

    def __init__(self, text: LineText) -> None:
        self._text = text
        self._units = text.display.encode("utf-16-le", "surrogatepass")
        signs: list[tuple[int, int, str]] = [(at, 1, "<i> </i>") for at in text.spaces.tolist()]
        widths = np.diff(text.at)
        for at in text.tabs.tolist():
            width = int(widths[np.searchsorted(text.at, at)])
            signs.append((at, width, '<i class="t">\t</i>'))
        signs += [(at, 1, '<i class="n">&nbsp;</i>') for at in text.no_breaks.tolist()]
        for first, last in (*text.named, *text.loose):
            borders = text.at[slice(*np.searchsorted(text.at, (first, last + 1)))].tolist()
            signs += [(at, after - at, "") for at, after in pairwise(borders)]
        if text.line_end >= 0:
            signs.append((text.line_end, 1, '<i class="l">\n</i>'))
        self._signs = sorted(set(signs))
        self._starts = [at for at, _, _ in self._signs]

    def html(self, start: int, end: int) -> str:
        """Return the bytes [start, end) as HTML."""
        text = self._text
        first, last = text.display_at(start), text.display_at(end)
        parts: list[str] = []
        for at, width, html in self._signs[
            bisect_left(self._starts, first) : bisect_left(self._starts, last)
        ]:
            if at < first:
                continue
            parts.append(escape(self._cut(first, at)))
            parts.append(html or f"<b>{escape(self._cut(at, at + width))}</b>")
            first = at + width
        return "".join((*parts, escape(self._cut(first, last))))

    def _cut(self, start: int, end: int) -> str:
        return self._units[2 * start : 2 * max(start, end)].decode("utf-16-le", "replace")
