"""The verbs of the command line; known before anything large is imported."""

from __future__ import annotations

# Each is a module here, with `add_arguments` and `run`. What is no verb is a file for the window to open.
VERBS = {
    "train": "train a tokenizer on text files and folders",
    "encode": "encode text to ids",
    "decode": "decode ids to exact bytes",
    "convert": "convert a tokenizer to another format, and prove it",
    "explain": "show the merges of a word",
    "inspect": "show what is in a tokenizer file",
    "vocab": "list a vocabulary and the problems of its tokens",
    "adapt": "add and remove tokens of a vocabulary, and prove what changes",
    "same": "check whether two tokenizers are the same",
    "compare": "compare tokenizers on the same texts",
    "count": "count the tokens of files, as wc counts lines",
    "fetch": "download a published vocabulary, or a tokenizer of the Hugging Face Hub",
    "count-pieces": "count the pieces of a text, or of a shard of it, for training",
    "merge-counts": "add up what count-pieces has counted",
}
