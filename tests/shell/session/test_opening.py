"""Files that a start was given: each is opened as what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fake_lanes import Asked
from workbench.shell.session.opening import Opening
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.window import MainWindow
from workbench.worker.messages.files import PathsSorted, SortPaths
from workbench.worker.messages.tokenizers import OpenTokenizer


@pytest.mark.parametrize(
    ("names", "text", "sources"),
    [
        (["a.txt"], ["a.txt"], []),
        (["a.txt", "b.txt"], [], [["a.txt", "b.txt"]]),
        ([], [], []),
        (["."], [], [["."]]),
    ],
)
def test_one_text_next_to_tokenizers_becomes_the_text(
    window: MainWindow, tmp_path: Path, names: list[str], text: list[str], sources: list[list[str]]
) -> None:
    asked = Asked()
    opening = Opening(window, asked, Tokenizers(window, asked))
    texts: list[str] = []
    joined: list[list[str]] = []
    opening.text_wanted.connect(texts.append)
    opening.sources_wanted.connect(joined.append)
    others = [str(tmp_path / name) for name in names]
    for other in others:
        if not Path(other).is_dir():
            Path(other).write_text("text")
    opening.open_given(["one.json", "two.tiktoken", *others])
    (request,) = asked.of(SortPaths)
    assert request.paths == ("one.json", "two.tiktoken", *others)
    asked.tell(PathsSorted(request.request_id, ("one.json", "two.tiktoken"), tuple(others), request.use))
    assert [each.path for each in asked.of(OpenTokenizer)] == ["one.json", "two.tiktoken"]
    assert texts == [str(tmp_path / name) for name in text]
    assert joined == [[str(tmp_path / name) for name in each] for each in sources]
