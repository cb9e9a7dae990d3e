"""The English prose of every error and notice, by code, in the order of the alphabet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Prose:
    """The English templates of one code; `{name}` stands for a fact of that name."""

    cause: str
    remedy: str


# One row a code. A cause is a clause without a full stop; a remedy is a sentence. Kept in
# alphabetical order of the codes, so that two people adding rows do not collide.
ENGLISH: Mapping[str, Prose] = MappingProxyType(
    {
        "beyond_sample": Prose(
            "it lies beyond the sample that was asked for", "Raise the limit of the sample to use it."
        ),
        "bin_byte_missing": Prose(
            "the token {id} is “{token}”, and llama2.c takes it for the byte {expected}",
            "Only files with the bytes at the ids 3 to 258 can be used by llama2.c, and opened here.",
        ),
        "bin_cut": Prose(
            "the file ends inside the token {id}", "The file was cut; get it from its source again."
        ),
        "bin_longest": Prose(
            "it says that its longest token has {longest} bytes; from 1 to {highest} are possible",
            "The file is damaged or none of llama2.c's; get it from its source again.",
        ),
        "bin_no_tokens": Prose("there is no token in it", "The file was cut; get it from its source again."),
        "bin_score": Prose(
            "the score of the token {id} is {score}, which is no number to compare by",
            "The file is damaged; get it from its source again.",
        ),
        "bin_token_length": Prose(
            "the token {id} is said to have {length} bytes, and the longest of the file {longest}",
            "The file is damaged or none of llama2.c's; get it from its source again.",
        ),
        "bin_token_not_text": Prose(
            "the token {id}, “{token}”, is not UTF-8",
            "The file is damaged or none of llama2.c's; get it from its source again.",
        ),
        "bin_too_few_tokens": Prose(
            "there are {count} tokens in it, and llama2.c needs {smallest}: three and the 256 bytes",
            "The file was cut; get it from its source again.",
        ),
        "bytes_missing": Prose(
            "{count} of the 256 single bytes have no token, the first of them {first} (hexadecimal)",
            "Such a vocabulary cannot encode every text; get the whole file from its publisher.",
        ),
        "byte_without_token": Prose(
            "the text comes down to the byte {byte} (hexadecimal), which has no token in this vocabulary",
            "Take what is not in the vocabulary out of the text, or use another tokenizer.",
        ),
        "cannot_hold_bytes": Prose(
            "{format} cannot hold it: not every byte has a token", "Choose another format."
        ),
        "cannot_hold_special_twice": Prose(
            "{format} cannot hold it: the special token “{token}” has the id {id}, and an ordinary token "
            "with the id {other} is spelt so",
            "Rename the special token.",
        ),
        "cannot_hold_twins": Prose(
            "{format} cannot hold it: two tokens have the same bytes", "Choose another format."
        ),
        "cannot_hold_byte_order": Prose(
            "a minbpe model cannot hold it: the byte {byte} (hexadecimal) has the id {id}, and in "
            "minbpe every byte is its own id",
            "Save it as tiktoken ranks (.tiktoken).",
        ),
        "cannot_hold_clip_special_tokens": Prose(
            "a CLIP file cannot hold it: it stands for the special tokens {held}, and “{token}” is not so",
            "Give these two tokens these ids, or save it in another format.",
        ),
        "cannot_hold_gpt2_model": Prose(
            "GPT-2's files cannot hold it: its tokens do not come from merges of bytes",
            "Choose another format.",
        ),
        "cannot_hold_gpt2_normalizer": Prose(
            "GPT-2's files cannot hold it: they say nothing of what is done to a text before it is split",
            "Save it as a Hugging Face tokenizer (.json).",
        ),
        "cannot_hold_gpt2_whole": Prose(
            "GPT-2's files cannot hold it: some of its tokens come from no merge, or ends of words are "
            "units of their own",
            "Save it as a Hugging Face tokenizer (.json).",
        ),
        "cannot_hold_hf_mark": Prose(
            "a tokenizer.json cannot hold the token “{token}”: its space or “▁” is none of a text's, and "
            "would be in tokenizers",
            "Save it as a SentencePiece model (.model) or as GGUF (.gguf).",
        ),
        "cannot_hold_hf_model": Prose(
            "a tokenizer.json cannot hold it: its model is of a kind that has no counterpart there",
            "Keep the file that it was opened from.",
        ),
        "cannot_hold_hf_normalizer": Prose(
            "a tokenizer.json cannot hold it: what is done to a text before it is split (“{name}”) has "
            "no counterpart there",
            "Choose another format.",
        ),
        "cannot_hold_hf_pattern": Prose(
            "a tokenizer.json cannot hold it: tokenizers would match its split pattern otherwise "
            "(“{pattern}”)",
            "Choose a published pattern, or one without $, ^, lookbehind, \\\\w, and (?i:…) of your own.",
        ),
        "cannot_hold_hf_same_text": Prose(
            "a tokenizer.json cannot hold it: the tokens {first} and {second} have the same bytes, “{token}”",
            "Save it as a minbpe model (.model).",
        ),
        "cannot_hold_hf_score_kinds": Prose(
            "a tokenizer.json cannot hold it: it has user-defined or unused tokens, which SentencePiece "
            "treats in its own way",
            "Save it as a SentencePiece model.",
        ),
        "cannot_hold_hf_score_rule": Prose(
            "a tokenizer.json cannot hold it: there a “▁” in a text is a space, and llama2.c leaves it "
            "as it is",
            "Choose SentencePiece's rule for this tokenizer first.",
        ),
        "cannot_hold_hf_scores": Prose(
            "a tokenizer.json cannot hold it: merges in the order of its scores give other ids for the "
            "text “{text}”",
            "Save it as a SentencePiece model.",
        ),
        "cannot_hold_hf_space": Prose(
            "readers before tokenizers 0.20 cannot hold it: the token “{token}” has a space, which ends "
            "a token there",
            "Write the merges as lists.",
        ),
        "cannot_hold_id_gap": Prose(
            "a minbpe model cannot hold it: no token has the id {id}, and minbpe numbers its merges "
            "without gaps",
            "Save it as tiktoken ranks (.tiktoken).",
        ),
        "cannot_hold_id_order": Prose(
            "llama2.c cannot use it: it takes the ids 0 to 258 for unknown, start, end and the 256 bytes, "
            "and all others for ordinary tokens",
            "Choose another format.",
        ),
        "cannot_hold_merges": Prose(
            "a llama2.c tokenizer cannot hold it: its tokens are merged by scores, and these are not",
            "Choose another format.",
        ),
        "cannot_hold_no_pair": Prose(
            "a minbpe model cannot hold it: the token “{token}” with the id {id} is not the merge of "
            "two earlier tokens",
            "Save it as tiktoken ranks (.tiktoken).",
        ),
        "cannot_hold_normalizer": Prose(
            "a {format} cannot say that a text is changed ({name}) before it is split, so that texts "
            "would give other ids",
            "Choose another format.",
        ),
        "cannot_hold_not_cleaned": Prose(
            "a CLIP file cannot say it: CLIP cleans every text before it splits it, and this tokenizer "
            "does not",
            "Save it in another format.",
        ),
        "cannot_hold_not_clip": Prose(
            "a CLIP file cannot hold it: it is for merges that know the ends of words, with CLIP's numbers "
            "for the bytes, and this vocabulary is of another kind",
            "Save it in another format.",
        ),
        "cannot_hold_not_merged_by_rank": Prose(
            "{format} cannot hold it: its tokens are not merged in the order of their ids alone",
            "Choose another format.",
        ),
        "cannot_hold_pattern_edge_space": Prose(
            "a minbpe model cannot hold it: the split pattern begins or ends with white space, which "
            "minbpe drops when it loads the file",
            "Write that space as [ ] or \\x20 in the pattern, or save it as tiktoken ranks (.tiktoken).",
        ),
        "cannot_hold_pattern_group": Prose(
            "a minbpe model cannot hold it: the split pattern has a capture group, with which minbpe "
            "would lose text",
            "Write each group as (?:…), or save it as tiktoken ranks (.tiktoken).",
        ),
        "cannot_hold_pattern_line_end": Prose(
            "a minbpe model cannot hold it: the split pattern has a line end in it, and the file keeps "
            "it in one line",
            "Write it as \\n or \\r in the pattern, or save it as tiktoken ranks (.tiktoken).",
        ),
        "cannot_hold_pattern_stages": Prose(
            "{format} cannot hold it: a text is split in stages, by one pattern after the other",
            "Save it as a Hugging Face tokenizer (.json).",
        ),
        "cannot_hold_pattern_surrogate": Prose(
            "a minbpe model cannot hold it: the split pattern contains half a character (a lone surrogate)",
            "Write the pattern with whole characters.",
        ),
        "cannot_hold_same_bytes": Prose(
            "tiktoken ranks cannot hold it: the tokens {first} and {second} have the same bytes, “{token}”",
            "Save it as a minbpe model (.model).",
        ),
        "cannot_hold_special_space": Prose(
            "a minbpe model cannot hold it: the special token “{token}” contains white space, where "
            "minbpe ends the text",
            "Rename it without white space, or save it as tiktoken ranks (.tiktoken).",
        ),
        "cannot_hold_special_tokens": Prose(
            "a llama2.c tokenizer cannot hold the special token “{token}” as it is: it has {held} "
            "and no others",
            "Choose another format.",
        ),
        "cannot_hold_unknown_split": Prose(
            "how this tokenizer splits text is not known",
            "Open it with the split of its publisher (--pattern).",
        ),
        "cannot_hold_unreachable": Prose(
            "tiktoken ranks cannot hold it: merging never makes the token “{token}” (id {id}) from its "
            "own bytes, but tiktoken would",
            "Save it as a minbpe model (.model).",
        ),
        "cannot_read_file": Prose(
            "the file cannot be read: {reason}", "Check that it exists and that you may read it."
        ),
        "cannot_rewrite_copy": Prose(
            "it is written as an exact copy of its own file, whose merges cannot be written in another way",
            "Export it as it is.",
        ),
        "card_unusable": Prose(
            "this card cannot be used: {reason}",
            "Give a FILE.card.json that was written by this program.",
        ),
        "changed_while_reading": Prose(
            "the file changed while it was read",
            "Read it again when nothing writes to it; this run cannot be repeated exactly.",
        ),
        "charsmap_broken": Prose(
            "the table of replacements of its normalizer is broken: {reason}",
            "The file is damaged; get it from its publisher again.",
        ),
        "chat_template_died": Prose(
            "the helper process ended in the middle of the chat template: {how}",
            "Take ChatML instead, or look at the template: Tokenizer, Chat template.",
        ),
        "chat_template_failed": Prose(
            "the chat template cannot be carried out: {reason}",
            "Take ChatML instead, or look at the template: Tokenizer, Chat template.",
        ),
        "chat_template_memory": Prose(
            "the chat template takes more memory than it may and was stopped",
            "Take ChatML instead, or look at the template: Tokenizer, Chat template.",
        ),
        "chat_template_missing": Prose(
            "this tokenizer has no chat template", "Take ChatML, or give a template of your own."
        ),
        "chat_template_refused": Prose(
            "the chat template does not take this conversation: {reason}",
            "Change the roles or the order of the messages as it says.",
        ),
        "chat_template_syntax": Prose(
            "the chat template is not valid Jinja: {reason}",
            "The file is damaged or newer than this program; take ChatML instead.",
        ),
        "chat_template_too_long": Prose(
            "the chat template has {length} characters; at most {limit} are carried out",
            "Take ChatML instead.",
        ),
        "chat_template_too_slow": Prose(
            "the chat template did not end within {seconds} s and was stopped",
            "Take ChatML instead, or look at the template: Tokenizer, Chat template.",
        ),
        "chat_template_unsafe": Prose(
            "the chat template tried what no template may do, and was stopped: {reason}",
            "Do not trust this file; take ChatML instead.",
        ),
        "chat_text_too_long": Prose(
            "the chat template writes more than {limit} characters",
            "Take fewer or shorter messages, or ChatML instead.",
        ),
        "checkpoint_counted_again": Prose(
            "the counted pieces of the checkpoint are damaged",
            "The text was counted again; the result is the same.",
        ),
        "checkpoint_in_use": Prose(
            "another training is writing its checkpoint here",
            "Wait for it to end, or end it.",
        ),
        "checkpoint_left": Prose(
            "a training was interrupted here after {n_merges} merges",
            "Take it up (--resume), or remove the folder to train from the start.",
        ),
        "checkpoint_none": Prose(
            "there is no checkpoint in {folder}",
            "The training began at its start.",
        ),
        "checkpoint_not_written": Prose(
            "the checkpoint in {folder} could not be written: {reason}",
            "The training goes on without one; it could not be taken up after a crash.",
        ),
        "checkpoint_other_corpus": Prose(
            "it is the checkpoint of a run on another corpus: {difference}",
            "Give back the text that the run began with, or train from the start in another folder.",
        ),
        "checkpoint_other_options": Prose(
            "it is the checkpoint of a run with other options: {name} was {then}, now it is {now}",
            "Take that run up with its own options, or train from the start in another folder.",
        ),
        "checkpoint_pieces_changed": Prose(
            "the pieces of the text are not those that the training began with",
            "The checkpoint is damaged; train again from the start.",
        ),
        "checkpoint_previous_used": Prose(
            "the newest state of the checkpoint is {why}",
            "The training went on from the one before it, with {n_merges} merges; the result is the same.",
        ),
        "checkpoint_unreadable": Prose(
            "the checkpoint could not be used: it is {why}",
            "The training began at its start.",
        ),
        "child_cannot_start": Prose(
            "the helper process cannot be started: {reason}",
            "Close other programs and try again.",
        ),
        "child_died": Prose(
            "the helper process ended in the middle of {operation!r}: {how}",
            "The next request starts another; if it happens again, the input is more than it can take.",
        ),
        "child_fault": Prose("the helper process failed: {reason}", "Please report this with its details."),
        "child_out_of_memory": Prose(
            "the helper process ran out of memory in {operation!r}",
            "Try a smaller input.",
        ),
        "child_request_too_large": Prose(
            "{size} bytes are too many for the helper process, which takes {limit}",
            "Split the document into smaller files.",
        ),
        "child_too_slow": Prose(
            "the helper process got nowhere in {operation!r} for {seconds} s and was stopped",
            "Try a smaller input.",
        ),
        "clip_merge_line": Prose(
            "two symbols that are merged were expected, but the line says “{line}”",
            "The file is damaged or no list of merges; get it from its publisher again.",
        ),
        "clip_merge_of_unknown": Prose(
            "the merge needs “{part}”, which no line before has made",
            "Lines are missing or out of order; get the file from its publisher again.",
        ),
        "clip_not_gzip": Prose(
            "it is neither gzip data nor CLIP's list of merges",
            "Choose bpe_simple_vocab_16e6.txt.gz as it was downloaded, or download it again.",
        ),
        "clip_token_twice": Prose(
            "the merge makes “{token}”, which is the token {first} already",
            "The file is damaged; get it from its publisher again.",
        ),
        "clip_too_few_merges": Prose(
            "it ends after {count} merges, and {expected} belong to it",
            "The file is cut; get it from its source again.",
        ),
        "clip_too_many_merges": Prose(
            "the first line says that {expected} merges follow, and more do",
            "The file is damaged; get it from its source again.",
        ),
        "column_missing": Prose(
            "there is no column “{column}”; there are {choices}", "Choose one of these columns."
        ),
        "compare_few_documents": Prose(
            "the text has {documents} documents, and intervals are drawn from {fewest} or more",
            "Give more texts, or a folder of them, to see how sure a difference is.",
        ),
        "compare_no_text": Prose(
            "there is no text in what is to be measured",
            "Give a file or folder that holds text.",
        ),
        "compare_no_words": Prose(
            "the text has no words",
            "What is counted for each word has no figure here.",
        ),
        "compare_reference_unknown": Prose(
            "“{name}” is none of what is compared: {choices}",
            "Name one of these as the reference.",
        ),
        "compare_same_twice": Prose(
            "“{name}” is given twice",
            "Its two rows say the same.",
        ),
        "counts_too_large": Prose(
            "the occurrences that are counted have {n_bytes} bytes together; up to {most} can be added up",
            "Divide the counts, or the weights of the sources, by one number.",
        ),
        "context_too_short": Prose(
            "the text number {number} (from 0) has {n_tokens} tokens with those around it, more than the "
            "{context} of the context",
            "Shorten it, or pass truncate=True.",
        ),
        "context_unknown": Prose(
            "nothing says how many tokens a text may have, or it is too few for those around it",
            "Pass context_length.",
        ),
        "corpus_too_large": Prose(
            "the different pieces of the corpus have {n_bytes} bytes together, more than {limit}",
            "Train on a part of it, or choose a split pattern that makes shorter pieces.",
        ),
        "counts_row": Prose(
            "the row has no piece and whole number", "Correct it, or leave it out; the other rows are used."
        ),
        "coverage_out_of_range": Prose(
            "the share of characters to be covered is {coverage}",
            "Give a share above 0, up to 1; Llama 2 was trained with 0.99995.",
        ),
        "documents_bad_source": Prose(
            "line {line} is no document: {reason}",
            "Repair the line, or encode the file as a whole.",
        ),
        "documents_none": Prose(
            "none of its {lines} lines is an object with a text under “{field}”; the first that is not: "
            "line {line}, {reason}",
            "Name the key of the text, or encode the file as a whole.",
        ),
        "extend_by_nothing": Prose(
            "no number of merges was given to extend the tokenizer by",
            "Give a number of 1 or more.",
        ),
        "extend_keeps_split": Prose(
            "it says how text is split, and so it stays where it is extended",
            "Leave --pattern out (in Python: pattern).",
        ),
        "extend_moves_special": Prose(
            "merges are to take the id {id}, which is that of the special token “{token}”: their ids may "
            "have no gap here",
            "--move-special (in Python: move_special=True) gives it another, behind the merges.",
        ),
        "extend_not_possible": Prose(
            "this tokenizer cannot go on learning: {why}",
            "Choose one made of merges, such as those trained here.",
        ),
        "extend_token_twice": Prose(
            "a merge would make the token with the id {id} once more",
            "This vocabulary holds tokens that its merges do not reach, and cannot be extended.",
        ),
        "fetch_cut": Prose(
            "the connection ended after {done} of {size} bytes",
            "Fetch it again: what has come is kept. Or open a local file.",
        ),
        "fetch_no_network": Prose(
            "{host} cannot be reached ({reason})",
            "Check the connection and try again, or open a local file.",
        ),
        "fetch_refused": Prose(
            "the publisher answers {status}, {reason}",
            "Try again later, or open a local file.",
        ),
        "fetch_runs": Prose(
            "{name} is being fetched by another window",
            "Wait until it is there.",
        ),
        "fetch_unsafe": Prose(
            "the address is not https",
            "Open a local file.",
        ),
        "fetch_wrong_hash": Prose(
            "what came is not the published {name}: its SHA-256 is another",
            "Nothing was kept. Try again later, or open a local file.",
        ),
        "file_cut": Prose(
            "the file has {tokens} tokens, but {card} beside it says that {expected} were saved: its "
            "end is missing",
            "Get the whole file back from a copy. If it was made anew by another program, delete "
            "{card} and open it again.",
        ),
        "file_empty": Prose("the file is empty", "Get it from its source again."),
        "file_ends_early": Prose(
            "the file ends where {expected} should stand",
            "The file was cut; get it from its source again.",
        ),
        "file_foreign": Prose("the file is {kind}, which cannot be opened here", "Choose one of: {choices}."),
        "file_is_folder": Prose("it is a folder, not a file", "Choose a file in it."),
        "file_link_loop": Prose(
            "its symbolic links lead back to themselves",
            "Repair the link, or choose the file itself.",
        ),
        "file_name_too_long": Prose("its name is too long for this system", "Choose a shorter name."),
        "file_not_allowed": Prose(
            "you may not read the file: {reason}",
            "Ask for the right to read it, or make a copy of your own.",
        ),
        "file_not_found": Prose(
            "there is no such file: {reason}",
            "It may have been moved, renamed or deleted; choose it again.",
        ),
        "file_not_plain": Prose("it is no plain file but a pipe or a device", "Choose a plain file."),
        "file_path_impossible": Prose("no file can have this name on this system", "Choose another name."),
        "file_too_large": Prose(
            "the file has more than {largest} bytes, too many for a tokenizer",
            "Check that it is the right file.",
        ),
        "file_unknown": Prose(
            "the file is none of the tokenizer files known here", "Choose one of: {choices}."
        ),
        "foreign_died": Prose(
            "{library} ended while it worked on this tokenizer: {how}",
            "Take a shorter text, if it is long; if it happens at opening, the file may be damaged or made to"
            " do so: get it from its publisher again.",
        ),
        "foreign_failed": Prose(
            "{library} cannot use it: {reason}",
            "Check the file, or get it from its publisher again.",
        ),
        "foreign_missing": Prose(
            "it needs {library}, which is not installed here",
            "Install the program anew: it comes with it. Or choose a file that the workbench reads itself.",
        ),
        "foreign_no_memory": Prose(
            "{library} ran out of memory on it",
            "Take a shorter text; if it happens at opening, check where the file comes from.",
        ),
        "foreign_text_too_long": Prose(
            "the text has {size} bytes, and {library} is given at most {limit} at once",
            "Take a shorter text, or cut it into several.",
        ),
        "foreign_too_slow": Prose(
            "{library} did not answer within {seconds} s",
            "Take a shorter text; if it happens at opening, check where the file comes from.",
        ),
        "format_read_only": Prose("files of the kind {format} are only read here", "Choose another format."),
        "format_unknown": Prose("there is no format “{name}”", "Choose one of: {choices}."),
        "gguf_cannot_hold": Prose(
            "a GGUF vocabulary cannot hold it: llama.cpp has no tokenizer that would do the same",
            "Choose another format.",
        ),
        "gguf_cannot_hold_gap": Prose(
            "a GGUF vocabulary gives every id a token, and the id {id} is more than {limit} above the others",
            "Give the special tokens lower ids, or choose another format.",
        ),
        "gguf_cannot_hold_no_pair": Prose(
            "a GGUF vocabulary cannot hold it: the token “{token}” with the id {id} is not the merge of "
            "two others",
            "Choose another format.",
        ),
        "gguf_cannot_hold_split": Prose(
            "a GGUF vocabulary cannot hold its split: llama.cpp knows those called {choices}",
            "Choose another format.",
        ),
        "gguf_cannot_hold_whole": Prose(
            "a GGUF vocabulary cannot hold it: whether a piece that is a token is taken whole goes with "
            "llama.cpp's name for the split, and none of that split says the same",
            "Choose another format.",
        ),
        "gguf_cut": Prose(
            "the file should go on to the byte {needed}, but has {size} bytes",
            "The file was cut or is damaged; get it from its publisher again.",
        ),
        "gguf_deep": Prose(
            "lists lie in lists more than {limit} deep",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_finds_user_defined": Prose(
            "llama.cpp finds the {count} user-defined tokens in the text as it comes, and goes on behind "
            "each of them as at the start of a text",
            "Save it as a SentencePiece model (.model).",
        ),
        "gguf_head_long": Prose(
            "what comes before the byte {needed} is needed, and only the first {limit} bytes are read",
            "Such a head is far larger than any vocabulary; check where the file comes from.",
        ),
        "gguf_key_kind": Prose(
            "its value is not {expected}",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_key_long": Prose(
            "the name of a key is said to have {length} bytes; from 1 to {limit} are possible",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_key_missing": Prose(
            "the file has no {key}",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_key_twice": Prose(
            "the key {key} comes twice",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_lengths": Prose(
            "it has {count} entries, and there are {tokens} tokens",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_loose_bytes": Prose(
            "bytes that are not UTF-8 are tokens of bytes to llama.cpp; SentencePiece makes U+FFFD of them",
            "Nothing is to be done where texts are UTF-8.",
        ),
        "gguf_makes_control": Prose(
            "llama.cpp would make the token “{token}” of a text that spells it, as two other tokens do "
            "together",
            "Save it as a SentencePiece model (.model).",
        ),
        "gguf_merge": Prose(
            "the merge {number}, “{merge}”, does not make a token of two tokens",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_model_unknown": Prose(
            "its tokenizer is of the kind {model}, which is not implemented here, so nothing can be encoded",
            "Open the tokenizer.json or the SentencePiece model that it was made from.",
        ),
        "gguf_no_tokenizer": Prose(
            "it is a GGUF file without a tokenizer",
            "Choose the file that holds the vocabulary; of a model in several files, the first.",
        ),
        "gguf_not_text": Prose(
            "“{text}” is not UTF-8",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_pre_unknown": Prose(
            "how {pre} splits a text is not known here, so nothing can be encoded",
            "Open the tokenizer.json that the file was made from.",
        ),
        "gguf_token_type": Prose(
            "the token {id} is of the kind {kind}, and the kinds are 1 to 6",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_too_many_keys": Prose(
            "it is said to have {count} keys, more than can be in it",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_type": Prose(
            "a value is of the kind {kind}, which does not exist",
            "The file is damaged; get it from its publisher again.",
        ),
        "gguf_uses_unused": Prose(
            "llama.cpp uses the {count} unused tokens, which SentencePiece takes apart again",
            "Save it as a SentencePiece model (.model).",
        ),
        "gguf_version": Prose(
            "its version is {version}; the versions 2 and 3 can be read",
            "Convert it with llama.cpp's tools.",
        ),
        "gguf_without_bytes": Prose(
            "llama.cpp encodes no text with a character that has no token, as there are no tokens for bytes",
            "Save it as a SentencePiece model (.model).",
        ),
        "giant_pieces_too_large": Prose(
            "pieces of up to {length} bytes, which no language has, would take about {need} bytes of memory"
            " in training, more than the limit of {limit}",
            "Choose a split pattern for them, leave them out, or raise the limit.",
        ),
        "gpt2_other_missing": Prose(
            "it is one of two files, and the other one is not beside it",
            "Put the other one into the same folder under one of these names: {choices}.",
        ),
        "gzip_cut": Prose(
            "the packed data ends in the middle, after {size} bytes of text",
            "The file is cut; download it again.",
        ),
        "gzip_damaged": Prose(
            "the packed data cannot be read: {reason}",
            "The file is damaged; download it again.",
        ),
        "gzip_too_large": Prose(
            "unpacked it would have more than {largest} bytes",
            "It is made to exhaust memory, or no tokenizer; check where it comes from.",
        ),
        "held_out": Prose("it is held out for judging", "Lower the share that is held out to train on it."),
        "hf_added_renumbered": Prose(
            "the added token “{token}” has the id {id}, but tokenizers gives it the id {given} whatever "
            "the file says",
            "Put “{token}” into model.vocab with the id {id}; then all programs agree.",
        ),
        "hf_id_not_whole": Prose(
            "the id of the token “{token}” is {id}, which is no whole number",
            "Repair the id, or get the file from its source again.",
        ),
        "hf_id_range": Prose(
            "the id {id} of the token “{token}” is outside the range from 0 to {highest}",
            "Repair the id, or get the file from its source again.",
        ),
        "hf_id_twice": Prose(
            "the tokens “{other}” and “{token}” have the same id {id}",
            "Give each an id of its own, or get the file from its source again.",
        ),
        "hf_key_missing": Prose(
            "the key “{key}” is missing",
            "The file is damaged or no tokenizer.json; get it from its source again.",
        ),
        "hf_kind": Prose(
            "{value} stands where {kind} belongs",
            "The file is damaged; get it from its source again.",
        ),
        "hf_merge_form": Prose(
            "merge {number} is {merge}; two tokens were expected",
            "Write it as two texts in a list, or get the file from its source again.",
        ),
        "hf_merge_part_unknown": Prose(
            "merge {number}, “{left}” + “{right}”: “{part}” is not in the vocabulary",
            "The vocabulary and the merges do not belong together; get the file from its source again.",
        ),
        "hf_merge_prefix": Prose(
            "merge {number}, “{left}” + “{right}”: the prefix “{prefix}” cannot be taken off “{right}”",
            "The file is damaged; tokenizers would crash on it. Get it from its source again.",
        ),
        "hf_merge_result_unknown": Prose(
            "merge {number}: “{left}” + “{right}” is not in the vocabulary (“{token}”)",
            "The vocabulary and the merges do not belong together; get the file from its source again.",
        ),
        "hf_model_unknown": Prose(
            "the model type {type} is not known",
            "Choose a file with one of: {choices}.",
        ),
        "hf_structure_large": Prose(
            "there are {size} bytes beside its vocabulary; at most {largest} are taken",
            "Check that it is the right file; no tokenizer has so many added tokens.",
        ),
        "hf_unknown_missing": Prose(
            "the token for the unknown, “{token}”, is not in the vocabulary",
            "Put it into the vocabulary, or get the file from its source again.",
        ),
        "hf_version": Prose(
            'its version is {version}; only "1.0" is known',
            "Save it again with a release of tokenizers that writes version 1.0.",
        ),
        "hf_vocab_empty": Prose("the vocabulary is empty", "Get the file from its source again."),
        "empty_file": Prose("it has no bytes", "Nothing need be done, if it is to be so."),
        "hidden_file": Prose("its name starts with a dot", "Add it by itself if it is to be read."),
        "id_far_too_large": Prose(
            "{value} is larger than any id",
            "Check that these are ids; those of this tokenizer are far smaller.",
        ),
        "id_negative": Prose(
            "{value} is negative; no id is",
            "Give whole numbers from 0 on.",
        ),
        "id_too_large": Prose(
            "the id {id} is outside the range from 0 to {highest}",
            "Check where the file comes from; ids as large as this do not occur in vocabularies.",
        ),
        "id_twice": Prose(
            "the id {id} is given to two tokens",
            "Remove one of the two, or get the file from its publisher again.",
        ),
        "ids_cut": Prose(
            "the file has {n_bytes} bytes, which is no whole number of ids of {size} bytes",
            "Check that it is of this kind and whole.",
        ),
        "ids_file_too_large": Prose(
            "the file has more than {limit} bytes, too many to show their text",
            "Decode it with the command line, `workbench decode`.",
        ),
        "ids_json_cut": Prose(
            "it begins as JSON, and a list in it has no end: some ids are missing",
            "Get the file from its source again, or close the list with ] if that is all of it.",
        ),
        "ids_keys_unknown": Prose(
            "which of the keys holds the ids is not known: {keys}, each with the character where it begins",
            "Give the ids alone, or give them the key “input_ids”.",
        ),
        "ids_not_numbers": Prose("“{value}” is no id", "Give whole numbers, separated by spaces or commas."),
        "ids_too_large_for_u16": Prose(
            "the id {id} does not fit into 16 bits", "Use u32 or npy, which hold larger ids."
        ),
        "is_copied": Prose(
            "an exact copy of the file that it was opened from, as {library} runs it",
            "Nothing needs to be done; it cannot be written in another form.",
        ),
        "json_broken": Prose("the line is no JSON", "Correct it, or leave it out; the other lines are used."),
        "json_constant": Prose(
            "it holds {name}, which is no JSON",
            "Put a number in its place, or get the file from its source again.",
        ),
        "json_cut": Prose("the file ends in the middle", "The file was cut; get it from its source again."),
        "json_file_too_large": Prose(
            "the file has more than {largest} bytes; more of JSON are taken only if you want it anyway",
            "Published vocabularies have up to some 40 MB: check that it is the right file. Then open it "
            "anyway (on the command line with --anyway); it is given half of the memory.",
        ),
        "json_key_twice": Prose(
            "the key “{key}” stands twice in one object, and programs differ on which one counts",
            "Remove one of the two, or get the file from its source again.",
        ),
        "json_no_field": Prose(
            "there is no field “{field}” in it", "Choose another field; the other records are used."
        ),
        "json_no_memory": Prose(
            "reading its {size} bytes took more than the {memory} MiB of memory that it may have",
            "Take what is not needed out of it, or close other programs and open it anyway (--anyway).",
        ),
        "json_not_text": Prose(
            "the field “{field}” holds no text", "Choose another field; the other records are used."
        ),
        "json_not_utf8": Prose(
            "the file is not UTF-8 here",
            "Save it as UTF-8, or get it from its source again.",
        ),
        "json_number_too_long": Prose(
            "the number {number} has {length} digits",
            "The file is damaged or made to exhaust the program; check where it comes from.",
        ),
        "json_surrogate": Prose(
            "“{text}” contains half a character (a lone surrogate)",
            "Write it with whole characters, or get the file from its source again.",
        ),
        "json_syntax": Prose(
            "it is no JSON from here on (line {line}, column {column}): {reason}",
            "The file is damaged or was edited; get it from its source again.",
        ),
        "json_too_deep": Prose(
            "it is nested too deeply",
            "No tokenizer looks like this; check where the file comes from.",
        ),
        "json_too_large": Prose(
            "the file has {size} bytes; more than {largest} of JSON are taken only if you want it anyway",
            "Published vocabularies have up to some 40 MB: check that it is the right file. Then open it "
            "anyway (on the command line with --anyway); it is given half of the memory.",
        ),
        "json_value_too_large": Prose(
            "it is one JSON value of more than {limit} million characters",
            "Save it with one value a line (.jsonl).",
        ),
        "judge_ended": Prose(
            "{library} did not get through it: {reason}",
            "Nothing was written. Try a shorter text, or another format.",
        ),
        "judge_missing": Prose(
            "{library} is not installed",
            "Where it is, the file is proved by it.",
        ),
        "judge_refuses": Prose(
            "{library} cannot open or use what was written: {reason}",
            "Nothing was written. Choose another format; please report this, with the tokenizer.",
        ),
        "keeps_special_ids": Prose(
            "ids from {size} on have no token up to {lowest}: {count} special tokens keep theirs, the "
            "highest of them {highest}",
            "A model of it needs as many rows; train with special tokens of their own for other ids.",
        ),
        "language_not_text": Prose(
            "the text is not UTF-8",
            "Convert it to UTF-8, or take it out of the folder.",
        ),
        "languages_lines_differ": Prose(
            "it has {lines} lines, and “{other}” has {other_lines}",
            "Only texts that say the same line by line can be held against each other.",
        ),
        "languages_too_few": Prose(
            "it holds {count} texts by the name of a language, such as deu.txt or deu.txt.xz",
            "Put two or more with equally many lines into one folder.",
        ),
        "leaves_normalizer_to_card": Prose(
            "the file does not say that a text is changed ({name}) before it is split",
            "The card beside the file keeps it for this program; in other libraries do it yourself.",
        ),
        "leaves_out_joining": Prose(
            "the file has no decoder, so that tokenizers prints its tokens as they are spelled, with spaces "
            "between them; {format} makes the text of them, and the ids are the same",
            "Save it as a Hugging Face tokenizer (.json) to keep that.",
        ),
        "leaves_out_normalizer": Prose(
            "{format} does not hold how the text is normalized before, so that its readers treat it in "
            "another way",
            "Save it as a SentencePiece model (.model).",
        ),
        "leaves_out_added": Prose(
            "{format} cannot hold that {count} added tokens, the first of them “{first}”, are found in every "
            "text: they become special tokens",
            "Save it as a Hugging Face tokenizer (.json).",
        ),
        "leaves_out_decoding": Prose(
            "of ids that begin with a special token tokenizers makes a text with a space behind it, which is "
            "left out here; the ids of a text are the same",
            "Decode ids without such a token, or save it as a SentencePiece model (.model).",
        ),
        "leaves_out_flags": Prose(
            "{format} does not hold that {count} added tokens, the first of them “{first}”, are found only "
            "as single words, or with the white space beside them",
            "Save it as a Hugging Face tokenizer (.json).",
        ),
        "leaves_out_gguf_marks": Prose(
            "llama.cpp's split called {pre} is not the publisher's: it has no marks (\\p{{M}}), so that "
            "words are cut at every mark: scripts such as Hindi give other ids, and more of them",
            "Give llama.cpp texts without such marks, or use the library of another format.",
        ),
        "leaves_out_order": Prose(
            "where special tokens lie over each other in a text, {format} and this tokenizer take others of "
            "them: one the longest first, the other the leftmost",
            "Where that matters, keep such texts apart, or save it in the format that it came in.",
        ),
        "leaves_out_pattern": Prose(
            "GPT-2's files do not hold the split pattern, and what reads them splits as GPT-2 does",
            "Save it as a Hugging Face tokenizer (.json).",
        ),
        "leaves_out_pattern_and_specials": Prose(
            "tiktoken ranks hold neither the split pattern nor the special tokens; the card keeps them",
            "Keep the .card.json file beside it.",
        ),
        "leaves_out_specials": Prose(
            "merges.txt and vocab.json do not say which tokens are special; the card keeps it",
            "Keep the .card.json file beside it.",
        ),
        "leaves_out_score_rule": Prose(
            "the file does not say whose rule is followed, llama2.c's, llama.cpp's or SentencePiece's, which "
            "differ where “▁”, invalid UTF-8 or a special token stands in a text; the card keeps it",
            "Keep the .card.json file beside it.",
        ),
        "leaves_out_starts": Prose(
            "llama.cpp puts a space before what stands behind a special token, as at the start of a text: "
            "where special tokens are taken, there are other ids behind them",
            "Where that matters, save it as a SentencePiece model (.model).",
        ),
        "left_out_by_hand": Prose(
            "it was left out by hand", "Take it in again in the list of the folder's files."
        ),
        "left_out_by_pattern": Prose(
            "its name does not fit the patterns", "Change the patterns of the folder to read it."
        ),
        "line_too_long": Prose(
            "the line has more than {limit} bytes",
            "Encode the file as one text, or cut the line.",
        ),
        "looks_binary": Prose(
            "it holds NUL bytes, so it is no plain text",
            "Leave it out, or save its text as UTF-8.",
        ),
        "all_text_left_out": Prose(
            "no text is left to train on; bytes left out: {reasons}",
            "Choose another field or column, hold less out, or take a larger sample.",
        ),
        "epub_file": Prose(
            "it is an e-book (EPUB), which is not read as text",
            "Save it as text, or unpack it into a folder and strip its HTML.",
        ),
        "every_piece_dropped": Prose(
            "the memory limit of {limit} bytes leaves room for no piece: all {n} were dropped",
            "Raise the limit, or use less text.",
        ),
        "internal": Prose("the program made a mistake ({reason})", "The details help whoever mends it."),
        "loss_clip_merges": Prose(
            "CLIP itself takes the first {taken} of the {count} merges only",
            "Open it with this program, or train fewer merges.",
        ),
        "loss_clip_pattern": Prose(
            "the file does not say how texts are split; CLIP itself splits by its own pattern",
            "The card beside the file keeps the pattern for this program.",
        ),
        "loss_clip_special_tokens": Prose(
            "the file has room for CLIP's two special tokens only, not for {tokens}",
            "The card beside the file keeps them for this program.",
        ),
        "merge_forward": Prose(
            "the merge refers to the id {id}, but only ids up to {last} exist by then",
            "The file is damaged, or lines are missing; get it from its source again.",
        ),
        "merge_negative": Prose(
            "the merge refers to the negative id {id}",
            "The file is damaged; get it from its source again.",
        ),
        "merge_repeated": Prose(
            "the pair {left} {right} is merged a second time; its first merge made the id {first}",
            "Remove the second one only if nothing after it was written with it counted; else get the "
            "file from its source again.",
        ),
        "merges_line": Prose(
            "two tokens were expected, but the line says “{line}”",
            "The file is damaged or no list of merges; get it from its source again.",
        ),
        "merges_not_utf8": Prose(
            "the line is not UTF-8",
            "Save the file as UTF-8, or get it from its source again.",
        ),
        "minbpe_merge_line": Prose(
            "two ids were expected, but the line says “{line}”",
            "The file is damaged; get it from its source again.",
        ),
        "minbpe_special_count": Prose(
            "the number of special tokens was expected, but the line says “{line}”",
            "If the split pattern has a line end in it, this is where it went on; write the pattern in "
            "one line.",
        ),
        "minbpe_special_line": Prose(
            "a special token and its id were expected, but the line says “{line}”",
            "The file is damaged, or the special token has a line end in it; repair the line.",
        ),
        "minbpe_splits_by_its_own": Prose(
            "minbpe's load keeps its own split pattern, not the file's, which gives other ids",
            "In minbpe, make it with the file's pattern before load: RegexTokenizer(pattern).",
        ),
        "minbpe_splits_ends": Prose(
            "minbpe's load keeps its own split pattern: a text that ends in a line end and spaces may get "
            "other ids there",
            "In minbpe, make it with the file's pattern before load: RegexTokenizer(pattern). The preset "
            "minbpe trains with minbpe's own.",
        ),
        "minbpe_version": Prose(
            "“minbpe v1” was expected, but the line says “{version}”",
            "Only the first version of minbpe's files is known; save it again with minbpe.",
        ),
        "no_end_token": Prose(
            "this tokenizer names no end token", "Name one of its special tokens with --eos-token: {choices}."
        ),
        "no_start_token": Prose(
            "this tokenizer names no start token",
            "Name one of its special tokens with --bos-token: {choices}.",
        ),
        "no_text_found": Prose("there is no text in it", "Choose a file or folder that holds text."),
        "not_a_file": Prose("it is neither a file nor a folder but a {kind}", "Choose a file or a folder."),
        "not_in_encoding": Prose(
            "these bytes are not in the encoding, and are skipped as asked for",
            "Choose the encoding that the file has.",
        ),
        "not_score_merged": Prose(
            "its model does not merge by score", "Choose a tokenizer of SentencePiece or llama2.c."
        ),
        "nothing_for_the_unknown": Prose(
            "the vocabulary has neither the 256 bytes nor a token for what is unknown to it",
            "Such a vocabulary cannot encode every text; get the whole file from its publisher.",
        ),
        "nothing_to_train_on": Prose(
            "the sources hold no text to train on", "Add files or folders that hold text."
        ),
        "no_merge_order": Prose(
            "the tokens of this vocabulary have, by their ids, no order in which they came about, so "
            "that its first {size} are no vocabulary of their own",
            "Choose a vocabulary made of merges.",
        ),
        "no_ranks": Prose(
            "its tokens are not merged in the order of their ids, so that there are no ranks to go by",
            "Choose a tokenizer of ranks or one that was trained here with merges of bytes.",
        ),
        "normalizer_incomplete": Prose(
            "the treatment of the text “{kind}” lacks “{key}”, or it is of the wrong kind",
            "The file is damaged or was made by hand; correct it, or get it from its source again.",
        ),
        "notice_bin_no_space": Prose(
            "it has no token for a space, which llama2.c puts before every text, so that llama2.c itself "
            "cannot use it; here the space is its byte",
            "Get the file from its source again, or choose another vocabulary for llama2.c.",
        ),
        "notice_bom": Prose(
            "the file begins with a byte order mark, which was left out",
            "Nothing needs to be done; saving it again writes it without.",
        ),
        "notice_card_other_file": Prose(
            "{card} describes another state of this file and was not used",
            "If the file was changed on purpose, delete the card or save the tokenizer again.",
        ),
        "notice_card_unreadable": Prose(
            "{card} cannot be read and was not used: {reason}",
            "Delete it, or save the tokenizer again to have a new one.",
        ),
        "notice_crlf": Prose(
            "the lines of the file end as on Windows",
            "Nothing needs to be done; saving it again writes plain line ends.",
        ),
        "notice_encoding": Prose(
            "the file is not UTF-8; it was read as {encoding}",
            "Check the pattern and the special tokens, then save it again to have it in UTF-8.",
        ),
        "notice_foreign": Prose(
            "{component} is run by {library}, which the file was made for",
            "Everything but merges can be seen and used; nothing is approximated.",
        ),
        "notice_foreign_takes_specials": Prose(
            "special tokens in a text are always taken as such, never as plain text or as an error: what "
            "becomes of them depends on the text around them, and {library} finds them",
            "Take them out of texts that are not to be trusted.",
        ),
        "notice_gguf_bytes": Prose(
            "{count} bytes that a text can have, the first of them {first} (hexadecimal), have no token: "
            "a text with one of them is refused, and llama.cpp leaves the byte out",
            "Take such bytes out of the text, or use another tokenizer.",
        ),
        "notice_gguf_model": Prose(
            "its tokenizer is of the kind {model}, which is not implemented here: the tokens can be looked "
            "at, but nothing can be encoded",
            "Open the tokenizer.json or the SentencePiece model that it was made from.",
        ),
        "notice_gguf_pre": Prose(
            "how {pre} splits a text is not known here: the tokens can be looked at, but nothing can be "
            "encoded",
            "Open the tokenizer.json that the file was made from.",
        ),
        "notice_gpt2_pattern": Prose(
            "the file does not say how text is split; GPT-2's pattern is taken",
            "Ids differ from its publisher's if that one takes another pattern.",
        ),
        "notice_gpt2_unmade": Prose(
            "no merge makes {count} tokens, the first of them “{token}”: no text becomes one of them",
            "The list of merges may be cut; compare it with its source.",
        ),
        "notice_hf_beside": Prose(
            "{file} beside it could not be used whole: {reason}",
            "The tokenizer itself is not concerned; repair that file if you need what it says.",
        ),
        "notice_hf_leaves_out": Prose(
            "the vocabulary has no token for what is unknown to it, so that such characters are left out "
            "of the ids",
            "Nothing can be done here; a vocabulary with byte fallback has no such gaps.",
        ),
        "notice_hf_mixed_merges": Prose(
            "some merges are texts and some are lists, which tokenizers does not open",
            "Saving it again writes all of them in one form.",
        ),
        "notice_hf_not_applied": Prose(
            "the file asks for {what}, which change the ids that tokenizers gives; here a text gives "
            "all of its ids and no others",
            "Cut or fill up the ids where a model needs a certain number of them.",
        ),
        "notice_hf_refused": Prose(
            "tokenizers cannot open this file as it is: {reason}",
            "The file may be damaged or of a newer version; compare it with its source. Saving it again "
            "writes one that tokenizers opens.",
        ),
        "notice_hf_repeated_merges": Prose(
            "{count} merges come twice; the last one counts, as in tokenizers",
            "Nothing needs to be done; saving it again writes each once.",
        ),
        "notice_hf_templates": Prose(
            "there are several chat templates; “{chosen}” is shown, and not {others}",
            "Look at the files beside it for the others.",
        ),
        "notice_hf_type_guessed": Prose(
            "the file does not say of which type its model is; it was told by its keys",
            "Nothing needs to be done; saving it again writes the type.",
        ),
        "notice_merges_blank": Prose(
            "there are blank lines in the merges",
            "Nothing needs to be done; tokenizers would refuse the file, and saving it again leaves them "
            "out.",
        ),
        "notice_merges_no_end": Prose(
            "the last line of the merges has no end: the file may be cut",
            "Compare it with a copy from its source.",
        ),
        "notice_merges_no_version": Prose(
            "the merges do not begin with a line “#version”",
            "Nothing needs to be done; readers that drop the first line would lose a merge, and saving "
            "it again writes that line.",
        ),
        "notice_merges_spaces": Prose(
            "there are spaces at the ends of lines of the merges, or more than one between two tokens",
            "Nothing needs to be done; tokenizers would refuse the file, and saving it again writes one.",
        ),
        "notice_merges_tab": Prose(
            "tokens of the merges are separated by tabs",
            "Nothing needs to be done; tokenizers would refuse the file, and saving it again writes spaces.",
        ),
        "notice_no_end_mark": Prose(
            "it has no end mark, and neither card nor .vocab beside it: it may be cut (merges: {merges})",
            "Saved here once, it gets a card that tells.",
        ),
        "notice_no_end_of_line": Prose(
            "the last line has no end: the file may be cut ({merges} merges were read)",
            "Compare it with a copy from its source.",
        ),
        "notice_pattern_given": Prose(
            "the file or its card says that text is split by {own}; {given} is used as asked",
            "Its own split gives the ids of its own library.",
        ),
        "notice_pattern_unknown": Prose(
            "the file does not say how text is split, so nothing can be encoded",
            "Name the split of its publisher (on the command line by --pattern).",
        ),
        "notice_pattern_dialect": Prose(
            "the split pattern is none of the published ones; here Python's regex runs it, and {library} has "
            "another syntax for some patterns",
            "Where the ids have to be those of {library}, compare some with it.",
        ),
        "notice_ranks_llama31": Prose(
            "its special tokens are those of Llama 3; Llama 3.1 and later have the same ranks and others at "
            "some of the ids from 128004 to 128255, <|eom_id|> and <|python_tag|> among them",
            "For a text of such a model open its tokenizer.json.",
        ),
        "notice_vocab": Prose(
            "a .vocab is for people and cannot be loaded; {model} beside it, which shows the same, was "
            "opened",
            "Open the .model next time.",
        ),
        "notice_vocab_longer": Prose(
            "{merges} merges were read, and {vocab} beside it shows {shown}: the file may be cut",
            "Compare it with a copy from its source.",
        ),
        "npy_not_ids": Prose(
            "the array holds {kind} in {dimensions} dimensions, not whole numbers in one",
            "Save the ids as an array of integers.",
        ),
        "npy_unreadable": Prose(
            "the file is no array that can be read: {reason}", "Save the ids again with numpy.save."
        ),
        "office_file": Prose("it is {kind}, which is not read", "Save it as text in its own program."),
        "old_readers_of_json_only": Prose(
            "only a tokenizer.json of Hugging Face has merges that older programs read in another form",
            "Leave out --old-readers, or choose the format hf.",
        ),
        "option_out_of_range": Prose(
            "{option} is {value}", "Give a number from 0 on; min_gain is a share, below 1."
        ),
        "other_fields": Prose(
            "these bytes are other fields, names and marks", "Choose another field to use what it holds."
        ),
        "out_of_memory": Prose("the memory is used up", "Close other programs, or take less text at a time."),
        "packed_cut": Prose(
            "the file ends early; {used} unpacked bytes are used",
            "Get the whole file from its source again.",
        ),
        "packed_damaged": Prose(
            "it is damaged ({reason}); {used} unpacked bytes are used",
            "Get the file from its source again.",
        ),
        "packed_too_much": Prose(
            "it unpacks to more than {ratio} times its size, as a bomb does",
            "If you trust it, unpack it yourself or accept it.",
        ),
        "packed_trailing": Prose(
            "{n_bytes} bytes after its end belong to no packed text",
            "They are left aside; nothing need be done.",
        ),
        "packed_twice": Prose("it is packed twice", "Unpack it once yourself."),
        "pair_makes_other_bytes": Prose(
            "the merge {merge}, of “{left}” and “{right}”, makes the token “{token}” (id {id}), which is not "
            "the two joined",
            "The file is damaged or made by another rule; get it from its publisher again.",
        ),
        "pair_of_no_token": Prose(
            "the merge {merge} refers to the id {id}, which no token has",
            "The file is damaged, or tokens are missing; get it from its publisher again.",
        ),
        "pair_repeated": Prose(
            "the merge {merge} joins the same two tokens as the merge {first}",
            "Remove the second of the two, or get the file from its publisher again.",
        ),
        "parquet_broken": Prose(
            "it cannot be read as Parquet: {reason}", "Get the file from its source again."
        ),
        "parquet_no_memory": Prose(
            "reading it takes more memory than is allowed", "Save it with smaller row groups."
        ),
        "parquet_no_text": Prose("it has no column of text", "Choose a file that has one."),
        "parquet_nulls": Prose(
            "rows have no value in the column “{column}”", "They are left out; nothing need be done."
        ),
        "parquet_too_slow": Prose(
            "reading it takes too long",
            "Get the file from its source again, or save it with smaller row groups.",
        ),
        "pattern_close_group": Prose(
            "the split pattern closes a group that was never opened",
            "Remove the ), or write \\) to match one.",
        ),
        "pattern_crashed": Prose(
            "the process that ran the pattern {pattern!r} ended: {how}",
            "Simplify the pattern.",
        ),
        "pattern_empty": Prose(
            "the split pattern is empty",
            "Type a pattern, or choose the preset without a split.",
        ),
        "pattern_foreign": Prose(
            "the split pattern holds {part}, which belongs to {whose}", "Write {instead} instead."
        ),
        "pattern_foreign_only": Prose(
            "the split pattern holds {part}, which belongs to {whose}",
            "Leave it out; there is nothing like it here.",
        ),
        "pattern_fuzzy": Prose(
            "the split pattern holds the fuzzy constraint {part!r}",
            "Remove it; to match a brace, write \\{{.",
        ),
        "pattern_leaves_nothing": Prose(
            "the split pattern finds no piece in the {n_bytes} bytes of text",
            "Change the pattern, or choose a preset.",
        ),
        "pattern_not_taken": Prose(
            "the preset {preset} splits at spaces only and takes no pattern",
            "Leave the pattern away, or choose another preset.",
        ),
        "pattern_open_group": Prose(
            "the split pattern opens a group with {part} and never closes it",
            "Close it with ), or write \\( to match one.",
        ),
        "pattern_open_set": Prose(
            "the split pattern opens a set with {part} and never closes it",
            "Close it with ], or write \\[ to match one.",
        ),
        "pattern_out_of_memory": Prose(
            "the pattern {pattern!r} ran out of memory on this text",
            "Simplify the pattern, or split the document into smaller files.",
        ),
        "pattern_recursion": Prose(
            "the split pattern calls a group: {part!r}",
            "Write the group out where it is called.",
        ),
        "pattern_reverse": Prose("the split pattern searches backwards", "Remove (?r)."),
        "pattern_syntax": Prose(
            "the split pattern is not valid: {reason}",
            "Correct it; the syntax is that of Python's regex module.",
        ),
        "pattern_too_deep": Prose(
            "the split pattern nests groups too deeply", "Write it with fewer groups inside one another."
        ),
        "pattern_too_long": Prose(
            "the split pattern has {length} characters, more than {limit}", "Shorten it."
        ),
        "pattern_too_slow": Prose(
            "the pattern {pattern!r} is too slow on this text: stopped after {seconds} s",
            "Simplify it; repeated groups that can match the same text in several ways are the usual cause.",
        ),
        "pattern_zero_width": Prose(
            "the split pattern can match without taking any text",
            "Let it take at least one character, for example + instead of *.",
        ),
        "pdf_file": Prose("it is a PDF, which is not read", "Save its text as a text file."),
        "pickle_broken": Prose(
            "it is no pickle that can be read: {reason}",
            "Get it from its source again.",
        ),
        "pickle_by_name": Prose(
            "it holds only the name “{name}” of an encoding, which would have to be downloaded",
            "Open the ranks of that encoding (.tiktoken).",
        ),
        "pickle_forbidden": Prose(
            "the file would build {name}; a tokenizer consists of a tiktoken Encoding alone",
            "It may be made to do harm: do not open it with anything else. Check where it comes from.",
        ),
        "pickle_kind": Prose(
            "it is missing or of another kind than in a tiktoken Encoding",
            "The file is damaged or none of nanochat's; get it from its source again.",
        ),
        "pickle_other": Prose(
            "the pickle holds a {kind}, not a tiktoken Encoding",
            "Choose the tokenizer.pkl of nanochat.",
        ),
        "piece_table_full": Prose(
            "the distinct pieces take {n_bytes} bytes of memory, more than the limit of {limit}",
            "Raise the limit, let the rarest pieces be dropped (--when-full drop), or use less text.",
        ),
        "piece_too_long": Prose(
            "one piece has more than {limit} bytes that could merge anywhere, which would take more than"
            " {percent} % of this computer's memory",
            "Choose a split pattern for it, or cut the text.",
        ),
        "piece_too_long_to_explain": Prose(
            "the piece has {length} bytes; at most {longest} can be explained",
            "Choose a shorter word.",
        ),
        "proof_not_equal": Prose(
            "not equal: the first {n_equal} tokens are the same, then they part in line {line} of {text}",
            "Nothing was written. Choose a format that holds everything.",
        ),
        "proof_of_nothing": Prose(
            "nothing was proved: {size} bytes of text give no token",
            "Choose a text that gives tokens; if this one should, look at the split pattern.",
        ),
        "proof_of_other_ids": Prose(
            "other texts would get other ids: {reason}",
            "Nothing was written. Choose a format that holds everything.",
        ),
        "published_unknown": Prose(
            "there is no published vocabulary “{name}”",
            "Choose one of: {choices}.",
        ),
        "pyarrow_missing": Prose(
            "Parquet is read by pyarrow, and this installation of the program lacks it",
            "Install the program anew, or leave the file out.",
        ),
        "ranks_base64": Prose(
            "“{token}” is not base64: {reason}",
            "The file is damaged or no list of ranks; get it from its publisher again.",
        ),
        "ranks_bom": Prose(
            "the file begins with a byte order mark, which does not belong to it",
            "An editor changed it; get it from its publisher again, or save it without the mark.",
        ),
        "ranks_empty_token": Prose(
            "the token has no bytes",
            "Remove the line, or get the file from its publisher again.",
        ),
        "ranks_line": Prose(
            "a token in base64 and its rank were expected, but the line says “{line}”",
            "The file is damaged or no list of ranks; get it from its publisher again.",
        ),
        "ranks_rank_negative": Prose(
            "the rank {rank} is negative",
            "Ranks begin at 0; get the file from its publisher again.",
        ),
        "ranks_rank_not_plain": Prose(
            "the rank “{rank}” is not a plain number",
            "Write it with the digits 0 to 9 alone, or get the file from its publisher again.",
        ),
        "ranks_rank_twice": Prose(
            "the rank {rank} has been given in line {first} already",
            "Two tokens cannot share a rank; get the file from its publisher again.",
        ),
        "ranks_token_twice": Prose(
            "the token stands in line {first} already, with the rank {rank}",
            "A token can have one rank only; get the file from its publisher again.",
        ),
        "read_back_differs": Prose(
            "what would be written as {format} does not read back as the same tokenizer",
            "Nothing was written. Please report this, with the tokenizer.",
        ),
        "record_incomplete": Prose(
            "the card lacks {what}",
            "Train with the options and sources given one by one.",
        ),
        "record_missing": Prose(
            "the card does not tell how the tokenizer was trained",
            "Only a tokenizer that was trained here can be trained again by its card.",
        ),
        "record_too_long": Prose(
            "one record has more than {limit} million characters", "Divide it; the other records are used."
        ),
        "repeat_other_corpus": Prose(
            "the corpus is not the one that the tokenizer was trained on: {difference}",
            "Give back the text as it was; another text makes another tokenizer.",
        ),
        "repeat_other_version": Prose(
            "the tokenizer was trained with other versions: {name} was {then}, now it is {now}",
            "The result may differ; hold the hashes of the two files against each other.",
        ),
        "replacement_syntax": Prose(
            "the replacement is not valid: {reason}",
            "Groups are written \\1 or \\g<name>, a backslash \\\\.",
        ),
        "replay_differs": Prose(
            "the merge {rank} was ({left}, {right}) when the training was interrupted, and is {found} now",
            "The corpus or the options have changed since; train again from the start.",
        ),
        "result_missing": Prose(
            "the tokenizer that was kept there cannot be read",
            "Discard it, and repeat the training.",
        ),
        "result_not_kept": Prose(
            "no file format holds this tokenizer",
            "Save or export it before the program ends.",
        ),
        "save_failed": Prose(
            "the file cannot be written: {reason}",
            "Save it under another name or in another folder.",
        ),
        "save_folder_missing": Prose("its folder does not exist (any more)", "Choose another folder."),
        "save_beside_other": Prose(
            "{names} in its folder belongs to another tokenizer, and would be taken for this one's",
            "Save it in a folder of its own, or put that file elsewhere first.",
        ),
        "run_c_keeps_spaces": Prose(
            "run.c keeps the spaces that are removed here (runs of them, those at both ends of a text), a "
            "“▁”, which is a space here, and bytes that are not UTF-8: they give other ids there",
            "Save it as a SentencePiece model (.model), or write it anyway: texts without any of these have "
            "the same ids.",
        ),
        "save_beside_foreign": Prose(
            "{names} beside it would be replaced, and was not written with it",
            "Save it under another name or in a folder of its own, or let it be replaced "
            "(--overwrite on the command line).",
        ),
        "save_partly": Prose(
            "not all of its files could be replaced: {reason}. New: {new}; as before, or not there: {old}",
            "Mend what stands in the way and save it once more.",
        ),
        "save_name_taken": Prose(
            "a file that {format} puts beside it would have the same name",
            "Choose another name.",
        ),
        "save_no_space": Prose(
            "there is no room for {needed} bytes: {reason}",
            "Make room, or save it in another place; what was there before is unchanged.",
        ),
        "save_not_allowed": Prose(
            "you may not write here: {reason}",
            "Save it under another name or in another folder.",
        ),
        "save_over_changed": Prose(
            "another program has changed it since it was opened or saved",
            "Open it to see what it holds, replace it, or save under another name.",
        ),
        "save_over_source": Prose(
            "this is the file that is read",
            "Choose another name.",
        ),
        "save_over_tensors": Prose(
            "it holds a whole model, and only its vocabulary would be left of it",
            "Save it under another name.",
        ),
        "search_syntax": Prose(
            "the regular expression is not valid: {reason}",
            "Correct it; the syntax is that of Python's regex module.",
        ),
        "search_too_slow": Prose(
            "the regular expression took more than {seconds} s and was stopped",
            "Write it so that the same letters can be matched in one way only.",
        ),
        "search_unsupported": Prose(
            "the regular expression holds {part}, which is not allowed here", "Take it out."
        ),
        "source_option": Prose("the source's {option} cannot be {value}", "Give another value."),
        "special_choice_unknown": Prose(
            "“{choice}” is no choice of special tokens; the choices are {choices}, or a set of their texts",
            "Use one of these.",
        ),
        "special_token_empty": Prose(
            "the special token with the id {id} has an empty text",
            "Give it a text, or remove it.",
        ),
        "special_token_id_range": Prose(
            "the special token “{token}” has the id {id}, which is outside the range from 0 to {highest}",
            "Give it an id in this range.",
        ),
        "special_token_id_taken": Prose(
            "the special token “{token}” has the id {id}, which the token “{other}” has already",
            "Give it an id after the vocabulary.",
        ),
        "special_token_id_twice": Prose(
            "the special tokens “{other}” and “{token}” have the same id {id}",
            "Give each an id of its own.",
        ),
        "special_token_in_text": Prose(
            "the text contains the special token “{token}”, which is not allowed here",
            "Allow it with allowed_special to encode it as one token, or take it as plain text with "
            "disallowed_special=().",
        ),
        "special_token_learnable": Prose(
            "training may make a token of the special token “{token}” too, and a SentencePiece vocabulary "
            "holds each only once",
            "Name it with letters and signs together, as in “{instead}”, of which no token is made.",
        ),
        "special_token_learned": Prose(
            "the special token “{token}” is a token of the vocabulary too, and a SentencePiece vocabulary "
            "holds each only once",
            "Name another special token and train again.",
        ),
        "special_token_refused": Prose(
            "the text contains the special token “{token}”",
            "Use --special all to encode it as one token, or --special none to take it as plain text.",
        ),
        "special_token_surrogate": Prose(
            "the special token {token} with the id {id} contains half a character (a lone surrogate)",
            "Write it with whole characters.",
        ),
        "special_token_text_twice": Prose(
            "the special token “{token}” stands there twice",
            "Remove one of the two.",
        ),
        "special_token_unknown": Prose(
            "“{token}” is no special token of this tokenizer; it has {choices}",
            "Name one of these, or use all, none or error.",
        ),
        "split_unknown": Prose(
            "the file does not say how text is split",
            "Name the split of its publisher (--pattern): {names}, or a regular expression.",
        ),
        "spm_broken": Prose(
            "it is no SentencePiece model that protobuf can read: {reason}",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_byte_spelling": Prose(
            "the token {id}, “{token}”, is said to be a byte, but is not of the form <0xNN>",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_bytes_without_fallback": Prose(
            "the token {id} is a byte, but the file says that unknown characters do not become bytes",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_cannot_hold_merges": Prose(
            "a SentencePiece model cannot hold it: its tokens are merged by scores, and these are not",
            "Choose another format.",
        ),
        "spm_cannot_hold_unknown": Prose(
            "a SentencePiece model cannot hold it: several tokens stand for what is unknown",
            "Choose another format.",
        ),
        "spm_cannot_hold_special": Prose(
            "a SentencePiece model cannot hold the special token “{token}” with the id {id}: it is no "
            "control token of the vocabulary",
            "Choose another format.",
        ),
        "spm_cannot_hold_twice": Prose(
            "a SentencePiece model cannot hold the token with the id {id} beside one that has the same "
            "spelling when spaces are written as “▁”",
            "Choose another format.",
        ),
        "spm_cut": Prose(
            "the file should go on to the byte {needed}, but has {size} bytes",
            "The file was cut; get it from its publisher again.",
        ),
        "spm_field": Prose(
            "a field of the kind {kind} cannot stand here",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_no_pieces": Prose(
            "there is no token in it",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_no_unknown": Prose(
            "no token stands for what is unknown, and SentencePiece needs one",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_not_text": Prose(
            "the token {id}, “{token}”, is not UTF-8",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_nul": Prose(
            "the token with the id {id} holds the character U+0000, which sentencepiece takes in no token",
            "The file is damaged; get it from its source again.",
        ),
        "spm_piece_long": Prose(
            "the token {id} has {length} bytes; SentencePiece takes fewer than {limit}",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_score": Prose(
            "the score of the token {id} is {score}, which is no number to compare by",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_too_many": Prose(
            "it holds {count} tokens; at most {limit} are taken",
            "The file is damaged; get it from its publisher again.",
        ),
        "spm_two_unknown": Prose(
            "the tokens {first} and {second} both stand for what is unknown",
            "The file is damaged; get it from its publisher again.",
        ),
        "suffix_unknown": Prose(
            "“{suffix}” is no ending of a tokenizer file that can be written",
            "Name the file with one of {choices}, or name the format.",
        ),
        "symlink_loop": Prose(
            "this folder was read already, or links back to a folder that it lies in",
            "Nothing need be done.",
        ),
        "table_quote_open": Prose(
            "a quote is opened and never closed", "Close it; the line is read as if the quote were a letter."
        ),
        "tar_archive": Prose(
            "it is a tar archive, which is not read", "Unpack it into a folder, or pack its files as zip."
        ),
        "table_row_short": Prose(
            "the row has {n_cells} cells, too few for the column",
            "Correct it, or leave it out; the other rows are used.",
        ),
        "tekken_byte": Prose(
            "the rank {rank} should be that byte, and is {found} (hexadecimal)",
            "The file is damaged; get it from its publisher again.",
        ),
        "tekken_cannot_hold_no_pattern": Prose(
            "a tekken.json cannot hold it: it has no split pattern",
            "Choose another format.",
        ),
        "tekken_cannot_hold_order": Prose(
            "a tekken.json cannot hold it: its ids are the special tokens, then the 256 bytes in order, "
            "then all other tokens without gaps",
            "Choose another format.",
        ),
        "tekken_cannot_hold_unreachable": Prose(
            "a tekken.json cannot hold it: merging never makes the token “{token}” (id {id}) from its "
            "own bytes, but tekken would",
            "Choose another format.",
        ),
        "tekken_entry": Prose(
            "a token has other keys than {keys}, which mistral_common does not open",
            "The file is damaged; get it from its publisher again.",
        ),
        "tekken_kind": Prose(
            "{expected} was expected here",
            "The file is damaged; get it from its publisher again.",
        ),
        "tekken_no_specials": Prose(
            "a file of the version {version} has to name its special tokens",
            "Get the whole file from its publisher.",
        ),
        "tekken_rank": Prose(
            "the rank {rank} stands where {expected} is expected",
            "The file is damaged; get it from its publisher again.",
        ),
        "tekken_size": Prose(
            "{size} tokens are said to be used, with {specials} special ones and {tokens} others there",
            "The file is damaged; get it from its publisher again.",
        ),
        "tekken_token_twice": Prose(
            "the ranks {first} and {second} are the same token",
            "The file is damaged; get it from its publisher again.",
        ),
        "tekken_too_many_specials": Prose(
            "there are {count} special tokens, and {limit} at most are possible",
            "The file is damaged; get it from its publisher again.",
        ),
        "tekken_version": Prose(
            "its version is {version}; those known are {known}",
            "Get a file of a version that is known, or a newer release of this program.",
        ),
        "text_encoding_unknown": Prose(
            "the file is neither UTF-8 nor another text that can be told",
            "Get it from its source again, or save it as UTF-8.",
        ),
        "text_needs_whole": Prose(
            "this tokenizer has to see a text whole, as it shows no place to cut it, and more than {limit} "
            "bytes take too much memory",
            "Encode it line by line, each line by itself, or cut it into several files.",
        ),
        "text_not_in_encoding": Prose(
            "there are bytes that are not {encoding}",
            "Choose another encoding, or replace or skip such bytes.",
        ),
        "text_not_utf8": Prose(
            "there are bytes that are not UTF-8",
            "Choose the encoding that the file has, or replace or skip such bytes.",
        ),
        "token_empty": Prose(
            "the token with the id {id} has no bytes",
            "Remove it, or get the file from its publisher again.",
        ),
        "token_id_not_whole": Prose(
            "{value}, at position {position} of the ids (from 0), is not a whole number",
            "Give ids as whole numbers.",
        ),
        "token_id_unknown": Prose(
            "{id}, at position {position} of the ids (from 0), is the id of no token",
            "Check that these ids come from this tokenizer.",
        ),
        "token_missing": Prose("no token has the id {id}", "Choose an id of this vocabulary."),
        "token_too_long": Prose(
            "the merge would make a token of {length} bytes; at most {longest} are taken",
            "The file is damaged or made to exhaust memory; check where it comes from.",
        ),
        "token_twice": Prose(
            "the token “{token}” comes twice, with the ids {first} and {second}",
            "The file is damaged; get it from its source again.",
        ),
        "tokenizer_closed": Prose("this tokenizer has been closed", "Open it again, or choose another."),
        "tokenizer_not_there": Prose(
            "there is no such file, and the published vocabulary of this name has not been fetched",
            "Fetch it in the window (File › Fetch published…), or name a file.",
        ),
        "training_stopped": Prose(
            "stopped",
            "What was learned lies in {folder}; the same command with --resume goes on.",
        ),
        "unknown_cleaning": Prose(
            "there is no cleaning step “{name}”; there are {choices}", "Choose one of these steps."
        ),
        "unknown_encoding": Prose("the encoding “{encoding}” is not known", "Choose one of {choices}."),
        "unknown_normalizer": Prose(
            "there is no treatment of the text called {name!r}", "Choose one of: {choices}."
        ),
        "unknown_pre_tokenizer": Prose(
            "there is no split called {name!r}",
            "Choose one of: {names}. A regular expression of plain letters goes in a group: (?:{name}).",
        ),
        "unknown_preset": Prose("there is no preset called {preset!r}", "Choose one of: {choices}."),
        "unknown_score_rule": Prose("there is no rule called {rule!r}", "Choose one of: {choices}."),
        "unknown_tie_rule": Prose("there is no tie rule called {tie!r}", "Choose one of: {choices}."),
        "vocab_is_for_people": Prose(
            "a .vocab is for people: it leaves out what a tokenizer needs, and {model} beside it is "
            "missing or another one",
            "Open the .model that was saved with it.",
        ),
        "vocab_size_below_characters": Prose(
            "the vocabulary size is {vocab_size}, and {n_characters} characters of the text are to have "
            "tokens, which takes {smallest}",
            "Ask for a larger vocabulary, or for a smaller share of characters to be covered.",
        ),
        "vocab_size_out_of_bounds": Prose(
            "the vocabulary size {size} is outside the range from {lowest} to {highest}",
            "Choose a size in this range.",
        ),
        "vocab_size_out_of_range": Prose(
            "the vocabulary size {size} is outside the range from 256 to {highest}",
            "Choose a size in this range.",
        ),
        "vocab_size_too_small": Prose(
            "a vocabulary of {vocab_size} tokens is too small: the single bytes alone are {smallest}",
            "Choose {smallest} or more.",
        ),
        "vocabulary_too_large": Prose(
            "the tokens would have {size} bytes together; at most {largest} are taken",
            "The file is damaged or made to exhaust memory; check where it comes from.",
        ),
        "whole_text_too_large": Prose(
            "without a split the text is one piece, and training on it takes about {need} bytes of "
            "memory, more than the limit of {limit}",
            "Choose a preset that splits, such as GPT-4, use less text, or raise the limit.",
        ),
        "word_not_trained_so": Prose(
            "this tokenizer merges characters of words that no training here splits in the same way",
            "Choose a tokenizer of bytes, CLIP's, or one of SentencePiece's.",
        ),
        "xz_window": Prose("unpacking it takes more than 256 MB of memory", "Unpack it yourself."),
        "zip_checksum": Prose(
            "its checksum is not right; {used} unpacked bytes are used", "Get the file from its source again."
        ),
        "zip_cut": Prose(
            "the list of its members is missing: the file was cut", "Get the file from its source again."
        ),
        "zip_damaged": Prose(
            "the list of its members is damaged at byte {offset}", "Get the file from its source again."
        ),
        "zip_encrypted": Prose("it is encrypted", "Unpack it yourself with its password."),
        "zip_link": Prose("it is a link, and links in a zip file are not followed", "Nothing need be done."),
        "zip_method": Prose("it is packed in a way that is not known here", "Unpack it yourself."),
        "zip_overlap": Prose(
            "its bytes are those of another member too, as in a bomb",
            "Get the file from a source that you trust.",
        ),
        "zip_too_large": Prose("its members unpack to more than {limit} GB", "Unpack those that you need."),
        "zip_too_many": Prose(
            "it says that it has {count} members; up to {limit} are read", "Unpack those that you need."
        ),
        "zstd_window": Prose(
            "unpacking it takes more than 128 MB of memory",
            "If you trust it, accept it, or unpack it yourself.",
        ),
    }
)
