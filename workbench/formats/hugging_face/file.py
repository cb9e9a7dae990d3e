"""What is in a Hugging Face `tokenizer.json`, checked before any library reads the file.

The kinds of all values are checked, and what `tokenizers` takes and then does otherwise than the file says
is refused: two tokens of one id, added tokens that it would give another id. A large file is read in the
child process (`large_file`): `parse_operation` replies tokens, ids and merges as buffers. Nothing imports
numpy, which takes the child longer than many a file.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import add, itemgetter
from typing import Any

from workbench.engine.base.errors import EngineError, Fact, Place
from workbench.engine.base.pace import paced, paced_slices
from workbench.engine.child.frames import Frame
from workbench.formats.files.strict_json import joined, parsed, uncollected

HIGHEST_ID = (1 << 32) - 1
LARGEST_STRUCTURE = 1 << 26  # bytes of JSON that are not the vocabulary
MODEL_TYPES = ("BPE", "Unigram", "WordPiece", "WordLevel")

_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")


@dataclass(frozen=True, slots=True)
class HfFile:
    """A checked file.

    Attributes:
        structure: the JSON without `model.vocab` and `model.merges`.
        model_type: one of `MODEL_TYPES`.
        tokens: of a BPE model, in the order of the file; empty for the others.
        ids: of each token, "I".
        merges: left, right and new id of each, by rank, "q", one after the other.
        n_repeated: merges that come again; the last one counts.
        tolerated: codes of notices.

    """

    structure: Mapping[str, Any]
    model_type: str
    tokens: Sequence[str]
    ids: array[int]
    merges: array[int]
    n_repeated: int = 0
    tolerated: tuple[str, ...] = ()

    def numbered(self) -> dict[str, int]:
        """Return token -> id; a dictionary made at once would hold up other threads."""
        ids: dict[str, int] = {}
        for some in paced_slices(len(self.tokens), 8192):
            ids.update(zip(self.tokens[some], self.ids[some], strict=True))
        return ids


def parse_operation(header: Mapping[str, Any], buffers: Sequence[bytes]) -> Iterator[Frame]:
    """Check buffers[0]; replies structure (JSON), tokens, their ends uint64, ids uint32, merges int64."""
    with uncollected():
        answer = reply(checked(buffers[0], bool(header.get("anyway"))))
    yield answer


def reply(file: HfFile) -> Frame:
    """Return a checked file as the child sends it: facts; structure as JSON, tokens, their ends, ids, merges.

    Raises:
        EngineError: "hf_structure_large".

    """
    encoded = [token.encode() for token in file.tokens]
    ends = array("Q", accumulate(map(len, encoded)))
    facts = {
        "model_type": file.model_type,
        "n_repeated": file.n_repeated,
        "tolerated": list(file.tolerated),
    }
    structure = json.dumps(file.structure).encode()
    if len(structure) > LARGEST_STRUCTURE:
        raise EngineError("hf_structure_large", size=len(structure), largest=LARGEST_STRUCTURE)
    return Frame(
        facts, (structure, b"".join(encoded), ends.tobytes(), file.ids.tobytes(), file.merges.tobytes())
    )


# --- checking -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Head:
    """What a file says but for its vocabulary and merges, whose values are as they are in the JSON.

    Attributes:
        structure, model_type, tolerated: as of `HfFile`.
        added: text and id of the added tokens.
        vocab, merges: the values.

    """

    structure: Mapping[str, Any]
    model_type: str
    tolerated: list[str]
    added: list[tuple[str, int]]
    vocab: object
    merges: object

    @property
    def prefix(self) -> str:
        """What is before every character but the first, after checking all texts of its kind."""
        model = self.structure["model"]
        for key in ("end_of_word_suffix", "unk_token"):
            _affix(model, key)  # refused here, whatever uses them
        return _affix(model, "continuing_subword_prefix")


def head_of(top: Any, marked: bool) -> Head:  # noqa: ANN401 - JSON
    """Return what a file's JSON says, which may be `marked` as UTF-8; raises EngineError naming the key."""
    tolerated = ["notice_bom"] if marked else []
    top = of_kind(top, dict, "")
    version = top.get("version", "1.0")
    if version != "1.0":
        raise fault("hf_version", "version", version=shown(version))
    if "model" not in top:
        raise fault("hf_key_missing", "model", key="model")
    model = dict(of_kind(top["model"], dict, "model"))
    model_type = _model_type(model, tolerated)
    vocab, merges = model.pop("vocab", None), model.pop("merges", None)
    return Head({**top, "model": model}, model_type, tolerated, _added_tokens(top), vocab, merges)


def checked(data: bytes, anyway: bool = False) -> HfFile:
    """Return what a file's bytes say, `anyway` however large; raises EngineError naming byte or key."""
    head = head_of(*parsed(data, anyway))
    if head.model_type != "BPE":
        return HfFile(
            head.structure,
            head.model_type,
            tokens=(),
            ids=array("I"),
            merges=array("q"),
            n_repeated=0,
            tolerated=tuple(head.tolerated),
        )
    ids = checked_vocab(head.vocab, "model.vocab")
    rows, n_repeated = _merges(ids, head.merges, head.prefix, head.tolerated)
    refuse_renumbered(ids, len(ids), head.added)
    return HfFile(
        head.structure,
        head.model_type,
        tokens=list(ids),
        ids=array("I", ids.values()),
        merges=rows,
        n_repeated=n_repeated,
        tolerated=tuple(head.tolerated),
    )


def fault(code: str, path: str, **facts: Fact) -> EngineError:
    """Return an error with a key as its place."""
    return EngineError(code, file=None, place=Place("key", path or "(the whole file)"), **facts)


def shown(value: object) -> str:
    """Return a value of JSON as it may be shown."""
    return json.dumps(value, ensure_ascii=True)[:80]


_KINDS = {dict: "an object", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


def of_kind(value: object, kind: type, path: str) -> Any:  # noqa: ANN401 - JSON, distinguished by `kind`
    """Return a value that is of a kind; raises EngineError "hf_kind"."""
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise fault("hf_kind", path, value=shown(value), kind=_KINDS[kind])
    return value


def _model_type(model: Mapping[str, Any], tolerated: list[str]) -> str:
    """Return the model's type, guessed by its keys where the file does not say (as `tokenizers` does)."""
    name = model.get("type")
    if name is None:
        tolerated.append("notice_hf_type_guessed")
        if isinstance(model.get("vocab"), list):
            return "Unigram"
        if "merges" in model:
            return "BPE"
        return "WordPiece" if "max_input_chars_per_word" in model else "WordLevel"
    if name not in MODEL_TYPES:
        raise fault("hf_model_unknown", "model.type", type=shown(name), choices=", ".join(MODEL_TYPES))
    return str(name)


def _affix(model: Mapping[str, Any], key: str) -> str:
    value = model.get(key)
    return "" if value is None else str(of_kind(value, str, f"model.{key}"))


def checked_vocab(vocab: object, path: str) -> dict[str, int]:
    """Return a vocabulary, text -> id, after checking that every id is one and none comes twice."""
    ids: dict[str, int] = of_kind(vocab, dict, path)
    if not ids:
        raise fault("hf_vocab_empty", path)
    numbers = ids.values()
    whole = set(map(type, numbers)) == {int}
    if whole and min(numbers) >= 0 and max(numbers) <= HIGHEST_ID and len(set(numbers)) == len(ids):
        return ids
    owners: dict[int, str] = {}
    for token, number in ids.items():
        at = joined(path, token)
        if type(number) is not int:
            raise fault("hf_id_not_whole", at, token=_token(token), id=shown(number))
        if not 0 <= number <= HIGHEST_ID:
            raise fault("hf_id_range", at, token=_token(token), id=number, highest=HIGHEST_ID)
        if number in owners:
            raise fault("hf_id_twice", at, token=_token(token), other=_token(owners[number]), id=number)
        owners[number] = token
    return ids


def _token(token: str) -> str:
    return token.encode("utf-8", "backslashreplace").decode()[:80]


def _merges(
    ids: Mapping[str, int], merges: object, prefix: str, tolerated: list[str]
) -> tuple[array[int], int]:
    """Return the rows of all merges, and how many of them a later one of the same pair replaces."""
    listed: list[object] = of_kind(merges, list, "model.merges")
    regular = None if prefix else _regular_merges(ids, listed)
    if regular is not None:
        return regular, 0
    rows: dict[tuple[int, int], int] = {}
    forms: set[type] = set()
    n_repeated = 0
    for number, merge in enumerate(listed):
        forms.add(type(merge))
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        left, right = _halves(merge, number)
        pair, new_id = merged(
            ids, left, right=right, prefix=prefix, kind="key", value=f"model.merges[{number}]", number=number
        )
        # As in `tokenizers`, where the last of two merges of the same pair counts.
        if rows.pop(pair, None) is not None:
            n_repeated += 1
        rows[pair] = new_id
    if len(forms) > 1:
        tolerated.append("notice_hf_mixed_merges")
    flat = array("q")
    for (left_id, right_id), new_id in rows.items():
        flat.extend((left_id, right_id, new_id))
    return flat, n_repeated


def _regular_merges(ids: Mapping[str, int], merges: list[Any]) -> array[int] | None:
    """Return the rows of merges in which nothing is out of the ordinary, or None; some times as fast."""
    forms = set(map(type, merges))
    if forms == {str}:
        merges = merges[merges[0].startswith("#version") :]
        if any(merge.startswith("#version") for merge in merges):
            return None
        halves = " ".join(merges).split(" ") if merges else []
        lefts, rights = halves[::2], halves[1::2]
        # Each has one space: else the first that has not is longer or shorter than its halves and a space.
        lengths = [len(left) + len(right) + 1 for left, right in zip(lefts, rights, strict=False)]
        if list(map(len, merges)) != lengths:
            return None
    elif forms == {list} and set(map(len, merges)) == {2}:
        lefts, rights = list(map(itemgetter(0), merges)), list(map(itemgetter(1), merges))
        if set(map(type, lefts)) | set(map(type, rights)) != {str}:
            return None
    else:
        return None
    try:
        columns = [
            array("q", map(ids.__getitem__, texts)) for texts in (lefts, rights, map(add, lefts, rights))
        ]
    except KeyError:
        return None
    if len(set(zip(columns[0], columns[1], strict=True))) < len(merges):
        return None
    rows = array("q", bytes(24 * len(merges)))
    for place, column in enumerate(columns):
        rows[place::3] = column
    return rows


def _halves(merge: object, number: int) -> tuple[str, str]:
    if (
        isinstance(merge, list)
        and len(merge) == 2
        and isinstance(merge[0], str)
        and isinstance(merge[1], str)
    ):
        return merge[0], merge[1]
    if isinstance(merge, str) and merge.count(" ") == 1:
        left, right = merge.split(" ")
        return left, right
    raise fault("hf_merge_form", f"model.merges[{number}]", number=number, merge=shown(merge))


def merged(
    ids: Mapping[str, int], left: str, right: str, prefix: str, kind: str, value: int | str, number: int
) -> tuple[tuple[int, int], int]:
    """Return the ids of a merge's halves and of what it makes: the left, and the right without the prefix.

    Raises:
        EngineError: one of the three is no token, or the prefix cannot be taken off.

    """
    if not prefix:
        ids_of_pair = ids.get(left, -1), ids.get(right, -1), ids.get(left + right, -1)
        if min(ids_of_pair) >= 0:  # nearly always, and what follows takes time
            return ids_of_pair[:2], ids_of_pair[2]
    place = Place(kind, value)
    facts: dict[str, Fact] = {"number": number, "left": _token(left), "right": _token(right)}
    for half in (left, right):
        if half not in ids:
            raise EngineError("hf_merge_part_unknown", file=None, place=place, part=_token(half), **facts)
    rest = right.encode()[len(prefix.encode()) :]
    try:
        result = left + rest.decode()
    except UnicodeDecodeError:
        result = ""
    if len(right.encode()) < len(prefix.encode()) or not result:
        raise EngineError("hf_merge_prefix", file=None, place=place, prefix=_token(prefix), **facts)
    if result not in ids:
        raise EngineError("hf_merge_result_unknown", file=None, place=place, token=_token(result), **facts)
    return (ids[left], ids[right]), ids[result]


def _added_tokens(top: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return (text, id) of the added tokens after checking their kinds."""
    tokens = top.get("added_tokens")
    seen: dict[str, int] = {}
    for number, token in enumerate(paced([] if tokens is None else of_kind(tokens, list, "added_tokens"))):
        path = f"added_tokens[{number}]"
        of_kind(token, dict, path)
        for key in ("id", "content", *_FLAGS):
            if key not in token:
                raise fault("hf_key_missing", path, key=key)
        content = of_kind(token["content"], str, f"{path}.content")
        token_id = of_kind(token["id"], int, f"{path}.id")
        for key in _FLAGS:
            of_kind(token[key], bool, f"{path}.{key}")
        if not content:
            raise fault("special_token_empty", path, id=token_id)
        if content in seen:
            raise fault("special_token_text_twice", path, token=_token(content))
        seen[content] = token_id
    return list(seen.items())


def refuse_renumbered(ids: Mapping[str, int], n_ids: int, added: list[tuple[str, int]]) -> None:
    """Refuse added tokens to which `tokenizers` would give another id than the file (added_vocabulary.rs).

    One that is in the vocabulary has its id; another gets the number of tokens in the vocabulary, or the
    one after the highest that an added token has, if that is more. `ids` may have the added ones alone of the
    `n_ids` that there are.
    """
    highest = -1
    for number, (content, token_id) in enumerate(added):
        new_id = ids[content] if content in ids else max(n_ids, highest + 1)
        if new_id != token_id:
            path = f"added_tokens[{number}].id"
            raise fault("hf_added_renumbered", path, token=_token(content), id=token_id, new_id=new_id)
        highest = max(highest, new_id)
