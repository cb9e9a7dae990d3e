"""Comparing: published counts, languages, names, refusals; the table, the report and the CSV."""

import csv
import io
import json
import lzma
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import workbench
from workbench.api import open_sample
from workbench.api.comparison_plots import coverage_plot
from workbench.api.comparison_report import _STYLE, csv_of, report
from workbench.api.file_counts import count_tokens
from workbench.api.files import tokenizer_path
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import TextSource
from workbench.engine.encoding.normalizer_specs import normalizer_from_spec
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.judging import measuring
from workbench.engine.judging.languages import Premium, gini
from workbench.formats import published
from workbench.formats.registry import open_file

PUBLISHED = {
    "r50k_base": "r50k_base.tiktoken",
    "p50k_base": "p50k_base.tiktoken",
    "cl100k_base": "cl100k_base.tiktoken",
    "llama2": "llama2_tokenizer.model",
}
N_DEV = 997
LANGUAGES = {"eng": "one\ntwo\n", "deu": "eins\nzwei\n", "hin": "एक\nदो\n"}


@pytest.fixture(scope="module")
def sample() -> Tokenizer:
    return open_sample().tokenizer


@pytest.fixture
def languages(tmp_path: Path) -> Path:
    folder = tmp_path / "languages"
    folder.mkdir()
    for name, text in LANGUAGES.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"reference": 1}, "compare_reference_unknown"), ({"reference": -1}, "compare_reference_unknown"),
        ({"draws": 0}, "compare_draws"), ({"draws": -3}, "compare_draws"),
        ({"draws": 10**9}, "compare_draws"), ({"tokenizers": []}, "compare_no_tokenizers"),
    ],
)  # fmt: skip
def test_numbers_out_of_range_are_refused(sample: Tokenizer, tmp_path: Path, more: dict, code: str) -> None:
    for number in range(10):
        (tmp_path / f"{number}.txt").write_text(f"text {number}\n", "utf-8")
    with pytest.raises(EngineError) as raised:
        workbench.compare(**({"tokenizers": [sample], "texts": tmp_path} | more))
    assert raised.value.code == code


def published_text(path: Path) -> bytes:
    """Return the text whose tokens were published: dev and devtest, each with the end of its last line."""
    lines = lzma.decompress(path.read_bytes()).decode().splitlines()
    return " ".join([*lines[:N_DEV], "", *lines[N_DEV:], ""]).encode()


def test_all_rows_of_the_published_counts(shared: Path) -> None:
    folder = shared / "data" / "parallel"
    tokenizers = [open_file(shared / "data" / name).tokenizer for name in PUBLISHED.values()]
    rows = list(csv.DictReader(io.StringIO((folder / "counts.csv").read_text("utf-8"))))
    assert len(rows) == 24
    totals: dict[str, list[int]] = {name: [] for name in PUBLISHED}
    for row in rows:
        found = count_tokens(tokenizers, [published_text(folder / f"{row['language']}.txt.xz")])
        assert (found.n_bytes, *found.tokens) == (int(row["bytes"]), *(int(row[name]) for name in PUBLISHED))
        for name, n in zip(PUBLISHED, found.tokens, strict=True):
            totals[name].append(n)
    for name, counts in totals.items():
        n = len(counts)
        plainly = sum(abs(a - b) for a in counts for b in counts) / (2 * n * sum(counts))
        assert gini(counts) == pytest.approx(plainly, rel=1e-12), name


def test_the_premium_of_a_file_as_it_stands(shared: Path, tmp_path: Path) -> None:
    folder = tmp_path / "two"
    folder.mkdir()
    for name in ("eng_Latn", "mya_Mymr"):
        (folder / f"{name}.txt.xz").symlink_to(shared / "data" / "parallel" / f"{name}.txt.xz")
    found = workbench.compare([shared / "data" / "cl100k_base.tiktoken"], languages=folder)
    cost = next(row.cost for row in found.languages if row.language == "mya_Mymr")
    assert cost is not None
    assert found.language == "eng_Latn"
    assert round(cost.premium, 3) == 11.669
    assert cost.byte_factor * cost.vocabulary_factor == pytest.approx(cost.premium, rel=1e-12)


def test_gini_and_premium_of_little() -> None:
    assert gini([5, 5, 5]) == 0
    assert gini([0, 0]) is gini([]) is None
    assert gini([0, 10]) == 0.5
    assert Premium.of(0, 0, 5, 5) is Premium.of(5, 5, 0, 0) is None


def test_languages_are_counted_whole_and_held_against_english(sample: Tokenizer, languages: Path) -> None:
    found = workbench.compare([sample], languages=languages)
    assert found.language == "eng"
    assert {row.language: row.n_tokens for row in found.languages} == {
        name: len(sample.encode_ordinary(text)) for name, text in LANGUAGES.items()
    }
    plain = found.to_json()
    assert [row["premium"] for row in plain["languages"] if row["language"] == "eng"] == [1]
    assert set(plain["gini"]) == {sample.name or "tokenizer"}
    assert workbench.compare([sample], languages=languages, language="deu").language == "deu"


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"deu.txt": b"eins\n"}, "languages_too_few"),
        ({"deu.txt": b"eins\nzwei\n", "eng.txt": b"one\n"}, "languages_lines_differ"),
        ({"deu.txt": b"eins\n", "eng.txt": b"o\xffe\n"}, "language_not_text"),
        ({"deu.txt": b"", "eng.txt": b""}, "compare_no_text"),
    ],
)
def test_languages_that_are_none_are_refused(
    sample: Tokenizer, tmp_path: Path, files: dict[str, bytes], code: str
) -> None:
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    with pytest.raises(EngineError) as caught:
        workbench.compare([sample], languages=tmp_path)
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


def test_a_language_that_cannot_be_read_is_a_row_that_says_so(sample: Tokenizer, languages: Path) -> None:
    whole = workbench.compare([sample], languages=languages)
    (languages / "fra.txt").write_bytes(b"un\xff\ndeux\n")
    (languages / "gone.txt").symlink_to("nowhere")
    found = workbench.compare([sample], languages=languages)
    assert [row for row in found.languages if row.error is None] == list(whole.languages)
    rows = {row["language"]: row for row in found.to_json()["languages"] if "error" in row}
    assert {name: (row["tokens"], row["bytes"], row["premium"]) for name, row in rows.items()} == {
        "fra": (None, None, None), "gone": (None, None, None),
    }  # fmt: skip
    assert "byte 2: the text is not UTF-8" in rows["fra"]["error"]
    assert "No such file" in rows["gone"]["error"]
    assert found.gini == whole.gini
    assert found.measured.rows[-1].sums == whole.measured.rows[-1].sums
    assert [each.path for each in found.skipped] == [
        str(languages / f"{name}.txt") for name in ("fra", "gone")
    ]
    assert '<th scope="row">gone</th><td colspan="5"' in report(found)
    with pytest.raises(EngineError, match="not UTF-8"):
        workbench.compare([sample], languages=languages, language="fra")


def test_a_file_that_cannot_be_read_is_a_row_that_says_so(sample: Tokenizer, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text("some text\n", "utf-8")
    (folder / "b.txt").write_bytes(b"\0\1\2" * 999)
    gone, last = tmp_path / "gone.txt", tmp_path / "last.txt"
    last.write_text("the last\n", "utf-8")
    found = workbench.compare([sample, sample], [gone, folder, last])
    sources = [str(gone), str(folder), str(folder / "b.txt"), str(last), ""]
    rows = found.to_json()["measures"]
    assert [row["source"] for row in rows] == [name for name in sources for _ in range(2)]
    assert [row["bytes"] for row in rows[::2]] == [None, 10, None, 9, 19]
    assert [row["error"] is None for row in rows[::2]] == [False, True, False, True, True]
    table = found.to_dict()
    assert {len(column) for column in table.values()} == {10}
    assert "NUL bytes" in table["error"][4]
    lines = csv_of(found).decode().splitlines()
    assert "NUL bytes" in lines[5]
    page = report(found)
    assert f'<th scope="row">{gone}</th><td>' in page
    assert f"On {gone}" not in page


def test_no_more_files_that_cannot_be_read_have_rows_than_a_page_can_show(
    sample: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "MOST_UNREAD", 3)
    for number in range(5):
        (tmp_path / f"{number}.txt").write_bytes(b"\0" * 999)
    (tmp_path / "a.txt").write_text("some text\n", "utf-8")
    found = workbench.compare([sample], tmp_path)
    assert [row.source.rpartition("/")[2] for row in found.measured.rows if row.is_unread] == [
        "0.txt", "1.txt", "2.txt",
    ]  # fmt: skip
    assert len(found.skipped) == 5


def test_a_language_that_is_not_there(sample: Tokenizer, languages: Path) -> None:
    with pytest.raises(EngineError, match="xyz"):
        workbench.compare([sample], languages=languages, language="xyz")


def test_the_table_has_equally_long_columns_and_says_what_it_cannot(sample: Tokenizer) -> None:
    texts = [TextSource("few", "a b\n"), TextSource("=cmd", "c d e\n")]
    found = workbench.compare([sample, sample], texts)
    table = found.to_dict()
    assert {len(column) for column in table.values()} == {6}
    assert table["source"] == ["few", "few", "=cmd", "=cmd", "", ""]
    assert len(set(table["tokenizer"])) == 2
    assert [note.code for note in found.notes] == ["compare_same_twice", "compare_few_documents"]
    rows = list(csv.reader(io.StringIO(csv_of(found).decode())))
    assert rows[3][1] == "'=cmd"
    assert json.loads(json.dumps(found.to_json()))["measures"][0]["bytes"] == 4
    assert "<table" in found._repr_html_()


def test_pandas_takes_the_table(sample: Tokenizer) -> None:
    pandas = pytest.importorskip("pandas")
    found = workbench.compare([sample, sample], [TextSource("few", "a b\n"), TextSource("more", "c d e\n")])
    frame = pandas.DataFrame(found.to_dict())
    assert len(frame) == len(list(found.rows()))
    assert frame["tokens"].dtype == "int64"
    assert frame["bytes_per_token"].dtype == "float64"
    by_source = frame.set_index(["source", "tokenizer"])["tokens"].unstack()
    sums = {row.source: row.sums["tokens"] for _, row in found.rows()}
    assert by_source[sample.name or "tokenizer"].to_dict() == sums


@pytest.mark.parametrize("text", ["", "\n \n"])
def test_texts_without_words(sample: Tokenizer, text: str) -> None:
    if not text:
        with pytest.raises(EngineError, match="no text"):
            workbench.compare([sample], TextSource("empty", text))
        return
    found = workbench.compare([sample], TextSource("spaces", text))
    assert "compare_no_words" in [note.code for note in found.notes]


def test_one_that_does_not_give_texts_back_is_named(sample: Tokenizer, tmp_path: Path) -> None:
    file = tmp_path / "small.json"
    workbench.save_tokenizer(sample, file, "hf")
    top = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps(top | {"normalizer": {"type": "Lowercase"}}), "utf-8")
    texts = [TextSource("lower", "a b c\n"), TextSource("upper", "A b c\n")]
    found = workbench.compare([sample, workbench.open_tokenizer(file)], texts)
    lossy = [note for note in found.notes if note.code == "compare_lossy"]
    assert [(note.facts["name"], note.facts["texts"], note.facts["of"]) for note in lossy] == [
        ("small", 1, 2)
    ]
    assert "<p>Intervals need 10 documents; there are 2" in report(found)


def test_a_single_text_that_is_not_given_back_is_named_too(sample: Tokenizer) -> None:
    lower = with_parts(sample, normalizer=normalizer_from_spec("lowercase"), name="lower")
    notes = workbench.compare([sample, lower], TextSource("upper", "A b c\n")).notes
    assert [note.facts["name"] for note in notes if note.code == "compare_lossy"] == ["lower"]


def test_how_many_documents_would_be_held_out_is_said_where_none_is(
    sample: Tokenizer, tmp_path: Path
) -> None:
    paths = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt")]
    for path in paths:
        path.write_text("a text", "utf-8")
    few = [SourceOptions(str(path), held_out=0.001, only_held_out=True) for path in paths]
    with pytest.raises(EngineError) as failed:
        workbench.compare([sample], few)
    assert failed.value.facts == {"documents": 3, "share": "0.1 %", "fewest": 10, "needed": 10000}
    assert "about 10000 documents" in failed.value.message("python")


def test_what_is_in_a_folder_too_is_counted_once_and_named(sample: Tokenizer, tmp_path: Path) -> None:
    """The total had a file twice that was also in a folder."""
    folder = tmp_path / "texts"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("one two")
    (folder / "deep" / "b.txt").write_text("three")
    (tmp_path / "c.txt").write_text("four")
    (tmp_path / "d.txt").symlink_to(folder / "a.txt")
    given = [folder / "a.txt", folder, folder / "deep", tmp_path / "c.txt", tmp_path / "d.txt", folder]
    table = workbench.compare([sample], [str(each) for each in given])
    assert {row.source for _, row in table.rows()} == {"", str(folder), str(tmp_path / "c.txt")}
    assert table.measured.rows[-1].sums["bytes"] == len("one twothreefour")
    said = [note.message("python") for note in table.notes if note.code == "compare_source_twice"]
    left_out = [folder / "a.txt", folder / "deep", tmp_path / "d.txt", folder]
    assert [str(each) in one and "counted once" in one for each, one in zip(left_out, said, strict=True)] == [
        True
    ] * 4
    some = SourceOptions(str(folder), patterns=("*.md", "b.txt"))
    table = workbench.compare([sample], [SourceOptions(str(folder / "a.txt")), some])
    assert len(table.by_source()) == 3


def test_either_texts_or_languages(sample: Tokenizer) -> None:
    with pytest.raises(TypeError):
        workbench.compare([sample])


class _Page(HTMLParser):
    """Takes down a page: its tags, and those that are still open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.heads: list[dict[str, str | None]] = []
        self.addresses: list[str | None] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.addresses += [given[name] for name in ("src", "href") if name in given]
        if tag == "th":
            self.heads.append(given)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_whole_and_needs_nothing_else(sample: Tokenizer, languages: Path) -> None:
    sample_text = [TextSource(f"<{number}>", f"words of text {number} " * number) for number in range(1, 4)]
    for found in (
        workbench.compare([sample, sample], sample_text),
        workbench.compare([sample], languages=languages),
    ):
        html = report(found)
        page = _Page()
        page.feed(html)
        assert not page.open
        assert not page.addresses
        assert page.heads
        assert all(head.get("scope") in ("col", "row") for head in page.heads)
        assert "<1>" not in html
        assert "prefers-color-scheme: dark" in html
        assert "arXiv 2506.03101" in html
        assert "NaN" not in html
        assert found.tokenizers[0].sha256 in html


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_names_cover_no_line_of_a_plot(sample: Tokenizer) -> None:
    plot = coverage_plot(workbench.compare([sample], [TextSource("text", "a b c\n")]))
    points = re.search(r'<polyline points="([^"]+)"', plot)
    name = re.search(rf'y="([0-9.]+)"[^>]*>{sample.name or "tokenizer"}<', plot)
    height = re.search(r'height="(\d+)"', plot)
    assert points is not None
    assert name is not None
    assert height is not None
    lowest = max(float(point.split(",")[1]) for point in points[1].split())
    assert lowest < float(name[1]) - 12 < float(height[1])


def test_every_color_of_text_stands_out_by_4_5_light_and_dark() -> None:
    light, dark = (dict(re.findall(r"--(\w+): (#\w{6})", part)) for part in _STYLE.split("@media (prefers"))
    for theme in (light, dark):
        paper = _luminance(theme["paper"])
        for name in theme.keys() - {"paper", "line"}:
            low, high = sorted((paper, _luminance(theme[name])))
            assert (high + 0.05) / (low + 0.05) >= 4.5, name


def test_a_published_name_is_that_of_the_file_that_was_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published, "cache_folder", lambda: str(tmp_path))
    with pytest.raises(EngineError, match="fetch the vocabulary"):
        tokenizer_path("r50k_base")
    monkeypatch.setattr(published, "fetched_path", lambda known, folder: f"{folder}/{known.name}")
    assert tokenizer_path("r50k_base") == f"{tmp_path}/r50k_base.tiktoken"
    for path in ("x/r50k_base", "-", str(tmp_path)):
        assert tokenizer_path(path) == path


def test_counts_of_files(sample: Tokenizer, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a text \xff")
    (found,) = workbench.count([tmp_path / "a"], [sample, sample])
    expected = len(sample.encode_ordinary(b"a text \xff"))
    assert (found.tokens, found.n_bytes) == ((expected, expected), 8)
