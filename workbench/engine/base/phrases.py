"""The English phrases that fill {reason}, {reasons}, {why}, {how}, {what} … of an error.

They are translated with the errors: those of this program, and those of the system that are met most
often. What a library says is in none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

# Why bytes and files of a corpus are not used, and what is wrong with them: an error code in a few words.
REASONS: Mapping[str, str] = MappingProxyType(
    {
        "other_fields": "other fields",
        "held_out": "held out",
        "not_held_out": "not held out",
        "beyond_sample": "beyond the sample",
        "looks_binary": "not text",
        "hidden_file": "hidden files",
        "left_out_by_hand": "left out by you",
        "left_out_by_pattern": "other names",
        "packed_cut": "damaged files",
        "packed_damaged": "damaged files",
        "packed_trailing": "extra data after the end",
        "zip_checksum": "damaged files",
        "counted_elsewhere": "left out of the counts",
        "counts_row": "rows that are not a piece and a count",
        "epub_file": "e-books",
        "office_file": "office documents",
        "pdf_file": "PDF files",
        "tar_archive": "tar archives",
        "parquet_broken": "damaged files",
        "parquet_nulls": "empty cells",
        "not_in_encoding": "not in the encoding",
        "json_broken": "broken lines",
        "json_no_field": "without the field",
        "json_not_text": "field is not text",
        "table_row_short": "short rows",
        "table_quote_open": "quotes that stay open",
        "record_too_long": "records too long",
        "cannot_read_file": "unreadable files",
    }
)
OTHER_REASONS = "other reasons"  # of a code that is not there


def by_reason(amounts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return amounts by the words of their codes, of which some are the same; the largest first."""
    reasons: Counter[str] = Counter()
    for code, n in amounts:
        reasons[REASONS.get(code, OTHER_REASONS)] += n
    return reasons.most_common()


# What decides the bytes of a data set, by the key of its record.
PARTS_OF_A_SET: Mapping[str, str] = MappingProxyType(
    {
        "tokenizer": "tokenizer",
        "format": "form of the ids",
        "dtype": "type of the ids",
        "header_bytes": "header of the shards",
        "ids_per_shard": "number of ids per shard",
        "before_document": "tokens before each document",
        "after_document": "tokens after each document",
        "special_tokens_taken": "special tokens treated as special",
        "sources": "sources",
        "seeds": "seed",
        "held_out": "held-out share",
    }
)


PHRASES = (
    # why a file cannot be used
    "a count is negative",
    "a piece is in more documents than it occurs times",
    "a value is missing",
    "a value leads outside of its texts",
    "added to the others, a number in it is over 2^63 - 1",
    "chat_template is neither a text nor a list of named ones",
    "it asks for more memory than there is",
    "it does not say what was counted",
    "it has no column “{column}”",
    "it is no record of a data set ({error})",
    "it is not UTF-8",
    "it is too long",
    "it was changed after it was written: its “{key}” is not that of what it says",
    "it was changed after it was written: there is no entry “{entry}”",
    "its array leads on and on",
    "its end is not that of a Parquet file",
    "its header is damaged: {error}",
    "its last text has no end",
    "its listing cannot be used: {path}",
    "its pieces are not in order",
    "its schema version is {version}, this program knows {known}",
    "its size changed while it was read",
    "its “{key}” is missing or of the wrong kind",
    "no header",
    "no list of whole numbers under “ids”",
    "sentencepiece says “{error}”",
    "texts have other ids in it",
    "the list and its header have different names for it",
    "the shard is missing or was changed",
    "there is no file",
    "{key}: “{token}” is no token of the vocabulary",
    # why a process did not answer
    "no answer",
    "no reply",
    "the reading process died of it",
    # why a tokenizer cannot be changed, and an option not be taken
    "an extended tokenizer gets its tokens by adding, before or after",
    "an extended tokenizer keeps its split",
    "it has no merges",
    "it is not made of merges",
    "it merges by scores, which these tokens cannot have",
    "it merges by the scores of tokens, not by a list of merges",
    "it treats a text otherwise than Llama 2's before it merges",
    "its digits are a choice of their own",
    "its merges join characters, not bytes",
    "its tokens have no scores",
    "its vocabulary is not in the order that SentencePiece's trainer gives it",
    "not every byte has a token of its own",
    "nothing is split",
    "only the library that encodes for it, {library}, knows how it makes tokens",
    "rare pieces were dropped to save memory",
    "some of its tokens hold characters that are none",
    "the tokens of this vocabulary are whole characters or single bytes anyway",
    "what it does to a text first ({kind}) cannot be done line by line",
    # which checkpoint was not used
    "cut short",
    "damaged",
    "of another run",
    "of another version",
    # what a record lacks
    "the changes of a vocabulary",
    "what belongs here: {error}",
    "the text, which lay in memory",
    # what a file was to have
    "a list of texts",
    "a number without end",
    "a special token and its id",
    "a split pattern",
    "a text",
    "an id",
    "an object",
    "the split pattern",
    "yes or no",
    # what a file is
    "a GGUF file",
    "a PDF document",
    "a PNG picture",
    "a Parquet table",
    "a Python pickle",
    "a SentencePiece model",
    "a list of merges (merges.txt)",
    "a web page (HTML)",
    "a zip archive",
    "binary data",
    "gzip data",
    "xz data",
    "zstd data",
    # of the system
    "Connection refused",
    "Connection reset by peer",
    "Connection timed out",
    "Device or resource busy",
    "Disk quota exceeded",
    "File name too long",
    "File too large",
    "Input/output error",
    "Is a directory",
    "Name or service not known",
    "Network is unreachable",
    "No route to host",
    "No space left on device",
    "No such device or address",
    "No such file or directory",
    "Not a directory",
    "Operation not permitted",
    "Permission denied",
    "Read-only file system",
    "Temporary failure in name resolution",
    "Too many levels of symbolic links",
    "Too many open files",
    # in what two tokenizers, or two counts, differ
    "normalizer",
    "split",
    "merges",
    "special tokens",
    "decoding",
    "normalizer, split or merges",
    "ids of tokens",
    "split pattern",
    "split pattern and special tokens",
    "cleaning or reading",
    "Unicode version",
    # of what kind a text is that two tokenizers treat differently; scripts keep their Unicode names
    "not UTF-8",
    "numbers",
    "spaces and line ends",
    "code-like names",
    "letters with marks",
    "capitals",
    "punctuation",
    "small letters",
    "other scripts",
    # in what two corpora differ
    "no file of {source} is there",
    "{now} sources, {then} then",
    "{place} has changed",
    "{place} is missing",
    "{place} is new",
    # why parts of a corpus are not used
    *dict.fromkeys(REASONS.values()),
    OTHER_REASONS,
    # in what two data sets differ
    *PARTS_OF_A_SET.values(),
)
