"""Parses the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from workbench.api.encoded_files import DOCUMENTS
from workbench.cli.adapt import adapt
from workbench.cli.adapt_flags import add_adapt_flags
from workbench.cli.compare import compare, count
from workbench.cli.convert import convert
from workbench.cli.facts import explain, inspect
from workbench.cli.ids import decode, encode
from workbench.cli.same import FAILED, same
from workbench.cli.source_flags import add_source_flags, add_strict
from workbench.cli.streams import input_name
from workbench.cli.train import train
from workbench.cli.training_flags import add_training_flags
from workbench.cli.vocab import vocab
from workbench.display.escapes import for_terminal
from workbench.formats.id_files import FORMS
from workbench.version import __version__

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class _Parser(argparse.ArgumentParser):
    """Prints usage errors by `streams.tell`, since they quote what was typed."""

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        super()._print_message(for_terminal(message), file)


def parser() -> argparse.ArgumentParser:
    """Return the parser; its result has the verb's function as `verb`."""
    top = _Parser(
        prog="workbench",
        description="Without a verb, opens the window.",
        epilog="workbench [--new-window] FILE... opens files in the open window, or in a new one.",
    )
    top.add_argument("--version", action="version", version=f"workbench {__version__}")
    verbs = top.add_subparsers(metavar="VERB", required=True)
    _add_train(verbs.add_parser("train", help="train a tokenizer on text files and folders"))
    _add_encode(verbs.add_parser("encode", help="encode text to ids"))
    _add_decode(verbs.add_parser("decode", help="decode ids to exact bytes"))
    _add_convert(verbs.add_parser("convert", help="convert a tokenizer to another format, and prove it"))
    _add_explain(verbs.add_parser("explain", help="show the merges of a word"))
    _add_inspect(verbs.add_parser("inspect", help="show what is in a tokenizer file"))
    _add_vocab(verbs.add_parser("vocab", help="list a vocabulary and the problems of its tokens"))
    _add_adapt(
        verbs.add_parser("adapt", help="add and remove tokens of a vocabulary, and prove what changes")
    )
    _add_same(verbs.add_parser("same", help="check whether two tokenizers are the same"))
    _add_compare(verbs.add_parser("compare", help="compare tokenizers on the same texts"))
    _add_count(verbs.add_parser("count", help="count the tokens of files, as wc counts lines"))
    return top


def _add_train(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=train, usage_error=verb.error)
    verb.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help='file or folder; also "sample:" and "python:"; none with --repeat',
    )
    verb.add_argument(
        "--out", required=True, metavar="FILE", help="tokenizer to write; its suffix selects the format"
    )
    add_source_flags(verb)
    add_training_flags(verb)
    verb.add_argument("--format", metavar="FORMAT", help="format to use instead of the suffix's")
    _add_overwrite(verb)
    _add_anyway(verb, _OTHER_IDS)
    verb.add_argument("--verbose", action="store_true", help="print each merge on standard error")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_encode(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=encode, usage_error=verb.error)
    _add_tokenizer(verb)
    _add_pattern(verb)
    verb.add_argument(
        "input",
        nargs="?",
        type=input_name,
        metavar="INPUT",
        help="file, folder or pipe (default, or -: standard input)",
    )
    add_strict(verb)
    verb.add_argument("--out", metavar="FILE", help="file to write (default: standard output)")
    verb.add_argument(
        "--to",
        choices=FORMS,
        default="text",
        help="form of the ids; u16 and u32 are raw, little-endian; jsonl has one document per line",
    )
    verb.add_argument(
        "--documents",
        choices=DOCUMENTS,
        help=(
            "what a document is: the whole file, each line, or each line's JSON object (default: whole; "
            "for jsonl, lines)"
        ),
    )
    verb.add_argument("--key", default="text", metavar="NAME", help="key of the text in a JSON object")
    verb.add_argument("--bos", action="store_true", help="put the start token before each document")
    verb.add_argument("--eos", action="store_true", help="put the end token after each document")
    verb.add_argument("--bos-token", metavar="TEXT", help="put this special token before each document")
    verb.add_argument("--eos-token", metavar="TEXT", help="put this special token after each document")
    verb.add_argument(
        "--special",
        default="error",
        metavar="all|none|error|TEXT,…",
        help="special tokens in the text: encode all, none or the named ones as special; error, or any "
        "that is not named, refuses the text",
    )
    verb.add_argument("--json", action="store_const", const="json", dest="to", help="same as --to json")


def _add_decode(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=decode, usage_error=verb.error)
    _add_tokenizer(verb)
    verb.add_argument(
        "input",
        nargs="?",
        type=input_name,
        metavar="INPUT",
        help="file or pipe of ids (default, or -: standard input)",
    )
    verb.add_argument(
        "--from",
        choices=FORMS,
        dest="form",
        help=("form of the ids (default: npy if marked as such, else text or json)"),
    )
    verb.add_argument("--json", action="store_true", help="print the text and its bytes in base64 as JSON")


def _add_convert(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=convert, usage_error=verb.error)
    verb.add_argument("input", metavar="IN", help="tokenizer file")
    verb.add_argument("output", metavar="OUT", help="file to write; its suffix selects the format")
    verb.add_argument("--to", metavar="FORMAT", help="format to use instead of the suffix's")
    _add_pattern(verb)
    verb.add_argument("--prove", metavar="TEXT", help="file or folder that both must encode alike")
    add_strict(verb)
    _add_anyway(verb, f"{_LARGE}; {_OTHER_IDS}")
    _add_overwrite(verb)
    verb.add_argument(
        "--old-readers",
        action="store_true",
        help=("write merges in tokenizer.json as text, for tokenizers before 0.20"),
    )
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_explain(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=explain)
    _add_tokenizer(verb)
    _add_pattern(verb)
    verb.add_argument("word", metavar="WORD")
    verb.add_argument(
        "--bos", action="store_true", help=("show the start token, where steps by score have it")
    )
    verb.add_argument("--eos", action="store_true", help="show the end token")
    verb.add_argument("--what-if", action="store_true", help="say why the word is not one token")
    verb.add_argument(
        "--train-on", action="append", metavar="PATH",
        help="with --what-if: train on this file or folder to find the vocabulary size at which the word "
             "becomes one token; repeatable",
    )  # fmt: skip
    verb.add_argument("--json", action="store_true")


def _add_inspect(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=inspect)
    verb.add_argument("file", metavar="FILE")
    _add_anyway(verb)
    verb.add_argument("--json", action="store_true")


def _add_adapt(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=adapt, usage_error=verb.error)
    verb.description = "Changes are done in the order in which they are given."
    verb.add_argument("file", metavar="FILE", help="tokenizer file")
    verb.add_argument(
        "--out", metavar="FILE", help="tokenizer to write; without it the effect is shown alone"
    )
    add_adapt_flags(verb)
    _add_pattern(verb)
    verb.add_argument("--format", metavar="FORMAT", help="format to use instead of the suffix's")
    _add_overwrite(verb)
    _add_anyway(verb, f"{_LARGE}; {_OTHER_IDS}")
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_same(verb: argparse.ArgumentParser) -> None:
    verb.description = (
        "Exit status: 0 the same (equal files, or proved for every text), 1 different, 2 failed, 3 equal "
        "on the texts tried, but not proved."
    )
    verb.set_defaults(verb=same, failed=FAILED)
    verb.add_argument("one", metavar="A", help="tokenizer file")
    verb.add_argument("other", metavar="B", help="another")
    verb.add_argument(
        "--text", nargs="+", action="extend", metavar="FILE",
        help="texts to try if nothing is proved (default: generated texts)",
    )  # fmt: skip
    verb.add_argument(
        "--pattern", metavar="NAME|REGEX", help="split pattern of a file that does not store one"
    )
    _add_anyway(verb)
    verb.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_compare(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=compare, usage_error=verb.error)
    verb.add_argument("tokenizers", nargs="+", metavar="TOKENIZER", help=_NAMED)
    texts = verb.add_mutually_exclusive_group()
    texts.add_argument("--text", nargs="+", metavar="FILE", help="text files; - is standard input")
    texts.add_argument("--corpus", nargs="+", metavar="SOURCE", help="files and folders, read as in training")
    texts.add_argument(
        "--languages",
        metavar="FOLDER",
        help=("folder with the same text in several languages, line by line: deu.txt, hin.txt.xz …"),
    )
    verb.add_argument("--reference", metavar="NAME", help="tokenizer to compare the others with")
    verb.add_argument(
        "--language", metavar="NAME", help="reference language (default: eng_Latn, eng or the first)"
    )
    verb.add_argument(
        "--draws",
        type=int,
        default=1000,
        metavar="N",
        help=("number of resamples of documents for the intervals"),
    )
    add_source_flags(verb)
    _add_pattern(verb)
    _add_anyway(verb)
    out = verb.add_mutually_exclusive_group()
    out.add_argument("--json", action="store_true", help="print all figures as JSON, not rounded")
    out.add_argument("--csv", action="store_true", help="print the table of measures as CSV")
    out.add_argument("--html", metavar="FILE", help="write a report as a web page")


def _add_count(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=count, usage_error=verb.error)
    verb.add_argument("files", nargs="+", metavar="FILE", help="file or pipe; - is standard input")
    verb.add_argument("--tokenizer", action="append", required=True, metavar="FILE", help=f"{_NAMED}; again")
    _add_pattern(verb)
    _add_anyway(verb)
    verb.add_argument("--json", action="store_true", help="print the counts as JSON")


def _add_vocab(verb: argparse.ArgumentParser) -> None:
    verb.set_defaults(verb=vocab, usage_error=verb.error)
    verb.add_argument("file", metavar="FILE")
    _add_pattern(verb)
    what = verb.add_mutually_exclusive_group()
    what.add_argument(
        "--health", action="store_true", help=("label each problem token, with an example text or the reason")
    )
    what.add_argument("--counts", metavar="TEXT", help="same, with the counts of a file or folder")
    what.add_argument("--csv", action="store_true", help="print a table as CSV")
    what.add_argument(
        "--error-bars", action="store_true",
        help="of a tokenizer trained here: train again without each twentieth of the text, from the counts, "
             "and say how many trainings have each token, and by how much its pair was ahead",
    )  # fmt: skip
    what.add_argument(
        "--provenance", action="store_true",
        help="of a tokenizer trained here: say from which sources, documents and file each token came",
    )  # fmt: skip
    verb.add_argument(
        "--without", action="append", metavar="SOURCE",
        help="with --provenance: list the tokens that go and come without this source; repeatable",
    )  # fmt: skip
    _add_anyway(verb)
    verb.add_argument("--json", action="store_true")


def _add_tokenizer(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--tokenizer", required=True, metavar="FILE")
    _add_anyway(verb)


def _add_pattern(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--pattern",
        metavar="NAME|REGEX",
        help=('split pattern to use instead of the file\'s; "none" for no split'),
    )


def _add_overwrite(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--overwrite",
        action="store_true",
        help=("also replace files beside it that belong to something else"),
    )


_NAMED = "file, or name of a fetched vocabulary such as r50k_base"
_LARGE = "open a tokenizer of any size, using up to half of the memory"
_OTHER_IDS = "write the file even if its own library gives other ids, and show which"


def _add_anyway(verb: argparse.ArgumentParser, what: str = _LARGE) -> None:
    verb.add_argument("--anyway", action="store_true", help=what)
