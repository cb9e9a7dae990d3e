"""What the campaign tries of each kind of file: how it is spoilt, what is made of it here, and by another."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.agreement.libraries import Library
from tests.engine.corpora import SAMPLES
from tests.hostile import corpora
from tests.hostile.files import samples, spoilt
from tests.hostile.other_readers import NotJudgedError, config_of, judge_of
from workbench.api.convert import with_pattern
from workbench.engine.base.errors import EngineError
from workbench.engine.chat.templates import render_in, template_values
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.pre_tokenizers import UnknownSplit
from workbench.formats.card import card_path
from workbench.formats.hugging_face.config import CONFIG, TEMPLATE
from workbench.formats.id_files import unpack
from workbench.formats.registry import FORMATS, Opened, open_file

OUTCOMES = ("refused", "equal", "told", "not judged", "other", "unremarked", "traceback", "death", "hang")
BAD = ("other", "unremarked", "traceback", "death", "hang")
TEXTS = (
    "ab aaé Zz<sep>日\n <s>123",
    "aaabdaaabac the thé <|end|>  lower  low\t er x",
    " ▁ab日本 \u200b\u0301 <|startoftext|>[INST]",
)
_OF_THE_CHILD = {"child_died": "death", "child_fault": "traceback", "internal": "traceback"}


@dataclass(frozen=True)
class Outcome:
    """How a case ended: one of `OUTCOMES`, and in words why."""

    name: str
    detail: str = ""


class Kind:
    """A kind of file: `spoil` writes one, `run` reads it and judges, `restore` puts the whole one back."""

    def __init__(self, files: list[tuple[Path, Path]], whole: Callable[[Path], Any]) -> None:
        """Take (path to open, path to spoil) of each sample, and what opens one."""
        self._files = [(opened, target, target.read_bytes()) for opened, target in files]
        self._of_whole = {opened: whole(opened) for opened, _ in files}
        self._opened, self._target, self._data = self._files[0]

    def spoil(self, chance: random.Random) -> bytes:
        self._opened, self._target, self._data = chance.choice(self._files)
        data = spoilt(self._data, chance)
        self._target.write_bytes(data)
        return data

    def restore(self) -> None:
        self._target.write_bytes(self._data)

    def run(self) -> Outcome:
        try:
            return self.judged()
        except EngineError as fault:
            return Outcome(_OF_THE_CHILD.get(fault.code, "refused"), f"{fault.code}: {fault}"[:300])

    def judged(self) -> Outcome:
        raise NotImplementedError


def _opened(path: Path, child: Child) -> Opened:
    """Open a file; what is refused here has to name it, or one beside it."""
    try:
        return open_file(path, child)
    except EngineError as fault:
        if not (fault.file or "").startswith(str(path.parent)):
            raise AssertionError(f"names no file: {fault}") from fault
        raise


def _unsplit(found: Opened) -> Tokenizer:
    tokenizer = found.tokenizer
    return with_pattern(tokenizer, "none") if isinstance(tokenizer.pre_tokenizer, UnknownSplit) else tokenizer


def _codes(found: Opened) -> set[str]:
    return {notice.code for notice in found.notices}


def _texts(tokenizer: Tokenizer) -> Iterator[str]:
    """Yield texts, one of them of the vocabulary's own tokens."""
    yield from TEXTS
    ids = tokenizer.model.ids[:400].tolist()
    own = (tokenizer.token_bytes(token_id) or b"" for token_id in ids)
    yield b"".join(own).decode("utf-8", "ignore")[:3000]
    yield " a".join(list(tokenizer.special_tokens)[:20])[:3000]


def _compared(tokenizer: Tokenizer, judge: Callable[[], Library], told: set[str]) -> Outcome:
    """Hold a tokenizer against another reader of its file; `told`: notices that a whole file has not."""
    ours = [(text, _answers(tokenizer, text)) for text in _texts(tokenizer)]
    tokenizer.encode_with_offsets(TEXTS[0], allowed_special="all")
    try:
        theirs = judge()
    except NotJudgedError as reason:
        return Outcome("not judged", str(reason))
    except BaseException as fault:  # noqa: BLE001 - a panic of a library is none of Exception's
        return Outcome(
            "told" if told else "unremarked", f"{told or ''} {type(fault).__name__}: {fault}"[:300]
        )
    for text, own in ours:
        try:
            other = _others(theirs, text, own)
        except BaseException as fault:  # noqa: BLE001
            other = type(fault).__name__, str(fault)
        if own != other:
            return Outcome(
                "told" if told else "other", f"{told or ''} {text[:80]!r}: {own!r:.300} {other!r:.300}"
            )
    return Outcome("equal")


def _answers(tokenizer: Tokenizer, text: str) -> tuple[Any, ...]:
    """Return ids with special tokens as text, ids with them taken, and the first decoded."""
    plain = tokenizer.encode_ordinary(text)
    return plain, tokenizer.encode(text, allowed_special="all"), tokenizer.decode(plain)


def _others(theirs: Library, text: str, own: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return another reader's answers, ours where it has none."""
    plain = list(theirs.plain(text))
    taken = own[1] if theirs.taken is None else list(theirs.taken(text))
    decoded = own[2] if theirs.decode is None else theirs.decode(plain).decode("utf-8", "replace")
    return plain, taken, decoded


class FormatKind(Kind):
    """A tokenizer file, or one of the two of GPT-2."""

    def __init__(self, name: str, folder: Path, child: Child) -> None:
        self._name, self._child = name, child
        paths = samples(folder, name)
        files = [(path, path) for path in paths]
        if name == "gpt2":
            files = []
            for path in paths:
                named = path.replace(path.with_name("merges.txt"))
                files += [(named, named), (named, named.with_name("vocab.json"))]
        super().__init__(files, lambda path: _codes(open_file(path, child)))

    def judged(self) -> Outcome:
        found = _opened(self._opened, self._child)
        tokenizer = _unsplit(found)
        try:
            told = _codes(found) - self._of_whole[self._opened]
            if found.format != self._name:
                return Outcome("not judged", f"opened as {found.format}")
            return _compared(tokenizer, lambda: judge_of(self._name, self._opened, tokenizer), told)
        finally:
            tokenizer.close()


class CardKind(Kind):
    """A card: what it says is taken only while its own hash holds, so the tokenizer stays or it is told."""

    def __init__(self, folder: Path, child: Child) -> None:
        self._child = child
        paths = samples(folder, *(known.name for known in FORMATS if known.write), cards=True)
        super().__init__([(path, Path(card_path(str(path)))) for path in paths], self._answers)

    def _answers(self, path: Path) -> tuple[Any, ...]:
        found = _opened(path, self._child)
        tokenizer = _unsplit(found)
        try:
            answers = [_answers(tokenizer, text) for text in TEXTS]
            return answers, tokenizer.name, tokenizer.record, _codes(found)
        finally:
            tokenizer.close()

    def judged(self) -> Outcome:
        *whole, before = self._of_whole[self._opened]
        *found, codes = self._answers(self._opened)
        if found == whole:
            return Outcome("equal")
        return Outcome("told" if codes - before else "other", str(codes - before))


CONFIGURED = {
    "bos_token": "<|end|>", "eos_token": {"content": "<|end|>", "special": True}, "pad_token": "a",
    "model_max_length": 77, "add_bos_token": True, "add_eos_token": False, "chat_template": "{{ a }}",
}  # fmt: skip


class ConfigKind(Kind):
    """A tokenizer_config.json: the roles and the template are as a plain reading says, or it is told."""

    def __init__(self, folder: Path, child: Child) -> None:
        self._child = child
        path = samples(folder, "hf")[0]
        beside = path.with_name(CONFIG)
        beside.write_text(json.dumps(CONFIGURED), encoding="utf-8")
        super().__init__([(path, beside)], lambda opened: _codes(open_file(opened, child)))

    def judged(self) -> Outcome:
        found = _opened(self._opened, self._child)
        tokenizer, told = found.tokenizer, _codes(found) - self._of_whole[self._opened]
        framing = tokenizer.framing
        try:
            config = config_of(self._target.read_bytes())
        except (ValueError, TypeError, RecursionError) as fault:
            return Outcome("told" if told else "unremarked", f"{type(fault).__name__}: {fault}")

        def id_of(key: str) -> tuple[int, ...]:
            token = config.get(key)
            token = token.get("content") if isinstance(token, dict) else token
            known = tokenizer.special_tokens.get(token) if isinstance(token, str) else None
            if known is None and isinstance(token, str):
                known = tokenizer.model.token_id(token.encode("utf-8", "replace"))
            return () if known is None else (known,)

        padding = next(iter(id_of("pad_token")), None)
        own = framing.before, framing.after, framing.padding, tokenizer.chat_template
        other = id_of("bos_token"), id_of("eos_token"), padding, config.get("chat_template")
        return Outcome("equal" if own == other else "told" if told else "other", f"{told} {own} {other}")


class TemplateKind(Kind):
    """A chat_template.jinja: its text is what is read, and rendering it ends or is refused."""

    _TEMPLATE = (
        "{{ bos_token }}{% for message in messages %}{% if loop.first and message['role'] == 'system' %}"
        "<<{{ message.content | trim }}>>{% else %}[{{ message['role'] }}] {{ message['content'] * 1 }}"
        "{% endif %}{% endfor %}{% if add_generation_prompt %}{{ '[assistant]' }}{% endif %}"
    )

    def __init__(self, folder: Path, child: Child) -> None:
        self._child = child
        path = samples(folder, "hf")[0]
        beside = path.with_name(TEMPLATE)
        beside.write_text(self._TEMPLATE, encoding="utf-8")
        super().__init__([(path, beside)], lambda opened: None)

    def judged(self) -> Outcome:
        found = _opened(self._opened, self._child)
        template = found.tokenizer.chat_template
        try:
            text = self._target.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            return Outcome("told" if template is None and _codes(found) else "unremarked", str(fault))
        if template != text:
            return Outcome("other", f"{template!r} {text!r}")
        messages = [{"role": "system", "content": " a "}, {"role": "user", "content": "b"}]
        values = template_values(found.tokenizer)
        try:
            rendered = render_in(self._child, template, messages, values)
        except EngineError as fault:
            return Outcome(_OF_THE_CHILD.get(fault.code, "refused"), f"{fault.code}: {fault}")
        return _rendered(template, messages, values, rendered.text.decode("utf-8", "surrogateescape"))


def _rendered(template: str, messages: Any, values: Any, ours: str) -> Outcome:
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    made = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True).from_string(template)
    theirs = made.render(messages=messages, tools=None, documents=None, add_generation_prompt=False, **values)
    return Outcome("equal" if ours == theirs else "other", f"{ours!r} {theirs!r}")


class IdsKind(Kind):
    """Files of ids; NumPy and json judge those that they can read."""

    def __init__(self, folder: Path, child: Child) -> None:
        folder.mkdir()
        rows = [*range(40), 100257, 2**31]
        np.save(folder / "ids.npy", np.array(rows, np.uint32))
        (folder / "ids.json").write_text(str(rows), encoding="utf-8")
        (folder / "ids.jsonl").write_text('{"ids": [1, 2]}\n{"ids": null}\n{"ids": [3]}\n', encoding="utf-8")
        files = [(path, path) for path in sorted(folder.iterdir())]
        super().__init__(files, lambda path: None)

    def judged(self) -> Outcome:
        data = self._opened.read_bytes()
        try:
            ours = unpack(data).tolist()
        except EngineError as fault:
            return Outcome("refused", f"{fault.code}: {fault}")
        try:
            if data.startswith(b"\x93NUMPY"):
                theirs = np.load(self._opened, allow_pickle=False).ravel().tolist()
            else:
                theirs = json.loads(data)
        except ValueError:
            return Outcome("not judged", "in a notation of no library")
        if not isinstance(theirs, list) or not all(type(each) is int for each in theirs):
            return Outcome("not judged", "no list of ids")
        return Outcome("equal" if ours == theirs else "other", f"{ours[:40]} {theirs[:40]}")


class CorpusKind(Kind):
    """A file of a corpus: the account holds, and a plain reading gives the same text."""

    def __init__(self, name: str, folder: Path, child: Child) -> None:
        self._child = child
        folder.mkdir()
        path = folder / name
        path.write_bytes(SAMPLES[name]())
        self._clean: tuple[str, ...] = ()
        super().__init__([(path, path)], lambda path: None)

    def spoil(self, chance: random.Random) -> bytes:
        self._clean = chance.choice(corpora.CLEAN)
        data = corpora.spoilt(self._data, chance)
        self._target.write_bytes(data)
        return data

    def judged(self) -> Outcome:
        return Outcome(*corpora.outcome(self._opened, self._clean, self._child))


SIDE_CARS: dict[str, Callable[[Path, Child], Kind]] = {
    "card": CardKind, "config": ConfigKind, "template": TemplateKind, "ids": IdsKind,
}  # fmt: skip
KINDS = (*(known.name for known in FORMATS), *SAMPLES, *SIDE_CARS)


def kind_of(name: str, folder: Path, child: Child) -> Kind:
    """Make the whole files of a kind in a folder and return it."""
    if name in SIDE_CARS:
        return SIDE_CARS[name](folder / name, child)
    return (CorpusKind if name in SAMPLES else FormatKind)(name, folder / name, child)
