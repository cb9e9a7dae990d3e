"""A few lines of code for each format: how its library uses the file that was written, with its real ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.foreign.foreign_model import ForeignModel
from workbench.engine.models.framing import NO_FRAMING

EXAMPLE = "Hello, world"
_COLUMN = 40  # where the remarks begin
_WIDEST = 60  # columns of a line that is seen whole in the dialog


@dataclass(frozen=True, slots=True)
class Snippet:
    """Lines of code.

    Attributes:
        title: the language and the library, as "Python: tokenizers".
        code: the lines.

    """

    title: str
    code: str


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a snippet says of a tokenizer: the file's name, its ids for `EXAMPLE`, and what they decode to."""

    tokenizer: Tokenizer
    file: str
    ids: str
    text: str


def snippets(tokenizer: Tokenizer, format_name: str, file: str) -> tuple[Snippet, ...]:
    """Return the snippets for a file that holds the tokenizer, that of the format's own library first."""
    ids = tokenizer.encode_ordinary(EXAMPLE)
    facts = _Facts(tokenizer, file, repr(ids), repr(tokenizer.decode(ids)))
    found = []
    if format_name in _OWN:
        title, make = _OWN[format_name]
        found.append(Snippet(title, _aligned(make(facts))))
    found.append(Snippet("Python: workbench", _aligned(_workbench(facts))))
    return tuple(found)


def _aligned(code: str) -> str:
    """Set the remarks of lines that have one below each other; below these lines where one is too long."""
    lines = [line.split("  # ", 1) for line in code.splitlines()]
    width = max((len(line[0]) for line in lines if len(line) > 1), default=0)
    width = max(width, min(width, _COLUMN))
    if any(width + len(line[1]) + 4 > _WIDEST for line in lines if len(line) > 1):
        return "\n".join("\n# ".join(line) for line in lines)
    return "\n".join(f"{line[0]:<{width}}  # {line[1]}" if len(line) > 1 else line[0] for line in lines)


def _workbench(facts: _Facts) -> str:
    return f"""\
import workbench

tok = workbench.open_tokenizer({facts.file!r})
ids = tok.encode({EXAMPLE!r})  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


def _tokenizers(facts: _Facts) -> str:
    model = facts.tokenizer.model
    # An exact copy cuts and fills up as the file did; what is written anew does not.
    framing = model.framing if isinstance(model, ForeignModel) else NO_FRAMING
    plain = "" if framing.context is None else "tok.no_truncation()\n"
    plain += "" if framing.padding is None else "tok.no_padding()\n"
    return f"""\
from tokenizers import Tokenizer

tok = Tokenizer.from_file({facts.file!r})
{plain}\
ids = tok.encode({EXAMPLE!r}, add_special_tokens=False).ids  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


def _tiktoken(facts: _Facts) -> str:
    pattern = facts.tokenizer.pre_tokenizer.pattern or r"(?s:.+)"
    return f"""\
import base64
import tiktoken

with open({facts.file!r}, "rb") as file:
    ranks = {{base64.b64decode(token): int(rank) for token, rank in map(bytes.split, file)}}
enc = tiktoken.Encoding(
    {facts.tokenizer.name or "mine"!r},
    pat_str={pattern!r},
    mergeable_ranks=ranks,
    special_tokens={dict(facts.tokenizer.special_tokens)!r},
)
ids = enc.encode({EXAMPLE!r})  # {facts.ids}
enc.decode(ids)  # {facts.text}"""


def _gpt2(facts: _Facts) -> str:
    return f"""\
from tokenizers import ByteLevelBPETokenizer

tok = ByteLevelBPETokenizer("vocab.json", {facts.file!r})
ids = tok.encode({EXAMPLE!r}).ids  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


def _sentencepiece(facts: _Facts) -> str:
    return f"""\
from sentencepiece import SentencePieceProcessor

sp = SentencePieceProcessor(model_file={facts.file!r})
ids = sp.encode({EXAMPLE!r})  # {facts.ids}
sp.decode(ids)  # {facts.text}"""


def _minbpe(facts: _Facts) -> str:
    if not facts.tokenizer.pre_tokenizer.pattern:
        return f"""\
from minbpe import BasicTokenizer

tok = BasicTokenizer()
tok.load({facts.file!r})
ids = tok.encode({EXAMPLE!r})  # {facts.ids}
tok.decode(ids)  # {facts.text}"""
    # load() reads the pattern and goes on splitting by the one that it was made with.
    return f"""\
from minbpe import RegexTokenizer

tok = RegexTokenizer({facts.tokenizer.pre_tokenizer.pattern!r})
tok.load({facts.file!r})
ids = tok.encode_ordinary({EXAMPLE!r})  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


def _llama2c(facts: _Facts) -> str:
    return f"""\
# llama2.c; stories15M.bin stands for a model trained with this tokenizer
./run stories15M.bin -z {facts.file} -i "{EXAMPLE}"
# the prompt is read as 1 (start) and {facts.ids}"""


def _gguf(facts: _Facts) -> str:
    return f"""\
from llama_cpp import Llama

llm = Llama({facts.file!r}, vocab_only=True, verbose=False)
ids = llm.tokenize({EXAMPLE!r}.encode(), add_bos=False)  # {facts.ids}
llm.detokenize(ids)  # bytes"""


def _tekken(facts: _Facts) -> str:
    return f"""\
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

tok = Tekkenizer.from_file({facts.file!r})
ids = tok.encode({EXAMPLE!r}, bos=False, eos=False)  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


def _clip(facts: _Facts) -> str:
    return f"""\
from clip.simple_tokenizer import SimpleTokenizer

tok = SimpleTokenizer(bpe_path={facts.file!r})
ids = tok.encode({EXAMPLE!r})  # {facts.ids}
tok.decode(ids)  # {facts.text}"""


_OWN: Mapping[str, tuple[str, Callable[[_Facts], str]]] = MappingProxyType(
    {
        "clip": ("Python: clip", _clip),
        "gguf": ("Python: llama-cpp-python", _gguf),
        "gpt2": ("Python: tokenizers", _gpt2),
        "hf": ("Python: tokenizers", _tokenizers),
        "llama2c": ("Shell: llama2.c", _llama2c),
        "minbpe": ("Python: minbpe", _minbpe),
        "sentencepiece": ("Python: sentencepiece", _sentencepiece),
        "tekken": ("Python: mistral_common", _tekken),
        "tiktoken": ("Python: tiktoken", _tiktoken),
    }
)
