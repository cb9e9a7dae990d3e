"""Faults of split patterns: what training, its estimate, the opener and the encoder make of them.

The numbers are those of the list of faults; `FAULTS` says where each row is tested.
Fifty hostile patterns on ten texts: tests/engine/splitting/test_hostile_patterns.py.
"""

from __future__ import annotations

import ast
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import workbench
from tests.worker.stepping import messages
from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child, Limit
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting import pre_tokenizers
from workbench.engine.splitting.custom_patterns import split_operation
from workbench.engine.training.options import Options
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.training import Train, Trained

ROOT = Path(__file__).parents[1]
HERE, HOSTILE, CHILD = "test_faults_of_patterns.py", "test_hostile_patterns.py", "test_isolation.py"
FAULTS: dict[int, dict[str, str]] = {  # row -> test -> its file
    44: {
        "test_44_a_pattern_that_hangs_is_named_and_what_to_do": HERE,
        "test_a_pattern_that_hangs_is_stopped": "test_pre_tokenizers.py",
        "test_what_hangs_is_stopped_and_the_child_is_usable_at_once": HOSTILE,
    },
    45: {"test_45_46_47_a_pattern_that_is_refused": HERE, "test_memory_is_capped": HOSTILE},
    46: {
        "test_45_46_47_a_pattern_that_is_refused": HERE,
        "test_what_is_refused_is_refused_on_every_text": HOSTILE,
    },
    47: {
        "test_45_46_47_a_pattern_that_is_refused": HERE,
        "test_47_groups_change_nothing": HERE,
        "test_47_a_pattern_that_loses_text_says_so": HERE,
    },
    48: {
        "test_48_a_child_that_uses_no_processor_time_is_stopped_by_the_wall_clock": HERE,
        "test_what_hangs_is_killed_by_the_wall_clock": CHILD,
        "test_a_pause_of_the_caller_is_not_held_against_the_child": CHILD,
    },
    49: {
        "test_49_the_version_of_unicode_goes_with_the_tokenizer": HERE,
        "test_classes_are_those_of_unicode_16": "test_split_patterns.py",
    },
}


@pytest.mark.parametrize("row", FAULTS)
def test_every_row_has_its_tests(row: int) -> None:
    for name, file in FAULTS[row].items():
        [path] = (ROOT / "tests").rglob(file)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, file


def options(pattern: str) -> api.Options:
    return api.Options(preset="custom", pattern=pattern, vocab_size=258)


def by_training(pattern: str, text: str) -> object:
    return workbench.train(api.TextSource("t", text), preset="custom", pattern=pattern, vocab_size=258)


def by_the_estimate(pattern: str, text: str) -> object:
    return api.estimate(api.TextSource("t", text), options(pattern))


TRAINED = pytest.mark.parametrize("use", [by_training, by_the_estimate])


def model_of(folder: Path, pattern: str) -> Path:
    """A file of minbpe with a user's pattern."""
    path = folder / "x.model"
    path.write_text(f"minbpe v1\n{pattern}\n0\n97 97\n", encoding="utf-8")
    return path


# --- 44 -------------------------------------------------------------------------------------------------

SECONDS = 0.3
HANGING = [(r"(a|aa)+$", "a" * 60 + "!"), (r"\s*[\r\n]+|.", " " * 50_000)]


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up sooner than after two seconds."""
    monkeypatch.setattr(pre_tokenizers, "PATTERN_LIMIT", Limit(SECONDS, work=200_000))


def too_slow(pattern: str) -> str:
    return (
        f"the pattern {pattern!r} is too slow on this text (over {SECONDS} s). "
        "Simplify it: repeated groups should match the same text in only one way."
    )


@pytest.mark.usefixtures("_impatient")
@TRAINED
@pytest.mark.parametrize(("pattern", "text"), HANGING)
def test_44_a_pattern_that_hangs_is_named_and_what_to_do(
    use: Callable[[str, str], object], pattern: str, text: str
) -> None:
    with pytest.raises(EngineError) as caught:
        use(pattern, text)
    assert str(caught.value) == too_slow(pattern)


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize(("pattern", "text"), HANGING)
def test_44_a_file_with_it_opens_and_encodes_what_it_can(tmp_path: Path, pattern: str, text: str) -> None:
    tokenizer = workbench.open_tokenizer(model_of(tmp_path, pattern))
    with pytest.raises(EngineError) as caught:
        tokenizer.encode(text)
    assert str(caught.value) == too_slow(pattern)
    assert tokenizer.decode([256, 98]) == "aab"
    assert tokenizer.decode(tokenizer.encode("aa")) == "aa"


def test_44_what_only_looks_like_it_ends() -> None:
    with pytest.raises(EngineError) as caught:
        by_training(r"^(.*)*\1x$", "a" * 60 + "!")
    assert str(caught.value) == (
        "the split pattern finds no piece in the text. Change the pattern, or use a preset."
    )


# --- 45 to 47 -------------------------------------------------------------------------------------------

DEEP = "(" * 4000 + "a" + ")" * 4000
REFUSED = [
    ("(?R)?a", "column 1: the pattern calls a group: '(?R)'. Write the group out there."),
    (
        r"(?:abcdefghij){e<=9}",
        "column 15: the pattern has a fuzzy constraint, '{e<=9}'. "
        r"Remove it; for a brace write \{.",
    ),
    ("a" * 10_001, "the pattern has 10001 characters, more than 10000. Shorten the pattern."),
    ("|".join(["a"] * 200_000), "the pattern has 399999 characters, more than 10000. Shorten the pattern."),
    (
        DEEP,
        "the pattern nests groups too deeply. Use fewer nested groups.",
    ),
    ("", "the pattern is empty. Type one, or choose the preset without a split."),
    (
        "a*",
        "the pattern can match the empty text. Use + instead of *, for example.",
    ),
    (
        r"x|(a",
        "column 3: the pattern never closes the group (. "
        r"Close it with ), or write \(.",
    ),
    (
        r"(?~abc)",
        "column 1: the pattern contains (?~abc), part of Oniguruma. Write a lookahead, (?:(?!…).)* instead.",
    ),
]


@TRAINED
@pytest.mark.parametrize(("pattern", "said"), REFUSED, ids=range(len(REFUSED)))
def test_45_46_47_a_pattern_that_is_refused(
    use: Callable[[str, str], object], pattern: str, said: str
) -> None:
    with pytest.raises(EngineError) as caught:
        use(pattern, "aab aab")
    assert str(caught.value) == said


@pytest.mark.parametrize(("pattern", "said"), REFUSED[:3], ids=range(3))
def test_45_46_a_file_with_it_is_refused_and_named(tmp_path: Path, pattern: str, said: str) -> None:
    path = model_of(tmp_path, pattern)
    with pytest.raises(EngineError) as caught:
        workbench.open_tokenizer(path)
    assert str(caught.value) == f"{path}{',' if said.startswith('column') else ':'} {said}"


def test_47_groups_change_nothing() -> None:
    text = api.TextSource("t", "aab aab, aac")
    with_group, without = (api.TrainingRun([text], options(p)) for p in (r"(\w)+|(\W)", r"\w+|\W"))
    for run in (with_group, without):
        list(run.steps())
    assert with_group.merges == without.merges
    assert with_group.counted is not None
    assert with_group.counted.lost == 0


def test_47_a_pattern_that_loses_text_says_so(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("aab! aab!", encoding="ascii")
    store = Store()
    options_ = Options(preset="custom", pattern=r"\w+", vocab_size=258)
    told = messages(jobs.start(store, Train(1, (str(tmp_path / "t.txt"),), options_, "Run")))
    (trained,) = (message for message in told if isinstance(message, Trained))
    assert trained.lost == 3
    assert store.tokenizer(trained.tokenizer.handle).record["lost_bytes"] == 3
    store.close()


# --- 48, 49 ---------------------------------------------------------------------------------------------


@pytest.fixture
def child() -> Iterator[Child]:
    with Child() as child:
        yield child


def test_48_a_child_that_uses_no_processor_time_is_stopped_by_the_wall_clock(child: Child) -> None:
    """The module's own timeout counts processor time: it would never fire."""
    split = {"pattern": r"\w+"}
    list(child.request(split_operation, split, (b"a b",)))
    assert child.pid is not None
    os.kill(child.pid, signal.SIGSTOP)
    start = time.monotonic()
    with pytest.raises(EngineError) as caught:
        list(child.request(split_operation, split, (b"a b",), Limit(SECONDS)))
    assert caught.value.code == "child_too_slow"
    assert SECONDS <= time.monotonic() - start < 20
    list(child.request(split_operation, split, (b"a b",)))  # another takes its place


def test_49_the_version_of_unicode_goes_with_the_tokenizer(tmp_path: Path) -> None:
    tokenizer = by_training(r"\w+|\W", "aab aab")
    assert isinstance(tokenizer, Tokenizer)
    workbench.save_tokenizer(tokenizer, tmp_path / "t.model")
    record = workbench.open_tokenizer(tmp_path / "t.model").record
    assert (record["unicode"], record["program"]["regex"]) == ("16.0.0", "2025.9.1")
