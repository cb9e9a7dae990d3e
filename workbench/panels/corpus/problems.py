"""Says in a few words why a file or source is not read, by codes of the engine's errors."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def _tr(text: str) -> str:
    return QCoreApplication.translate("CorpusPanel", text)


def problem_text(code: str) -> str:
    """Return an error code as a short remark that goes on after a name: "notes.txt is not text"."""
    remarks = {
        "beyond_sample": _tr("is beyond the sample"),
        "cannot_read_file": _tr("cannot be read"),
        "empty_file": _tr("is empty"),
        "epub_file": _tr("is an e-book (EPUB)"),
        "file_not_found": _tr("is missing"),
        "hidden_file": _tr("is a hidden file"),
        "left_out_by_hand": _tr("was left out by you"),
        "left_out_by_pattern": _tr("does not match the file name pattern"),
        "looks_binary": _tr("is not text"),
        "no_text_found": _tr("holds no text"),
        "not_a_file": _tr("is not a file or folder"),
        "symlink_loop": _tr("is a link to itself"),
        "office_file": _tr("is an office document"),
        "pdf_file": _tr("is a PDF"),
        "column_missing": _tr("has no such column"),
        "counts_no_column": _tr("has no column of counts"),
        "counts_no_row": _tr("has no row of a piece and a count"),
        "counts_differ": _tr("mixes counts"),
        "counts_footer": _tr("has no readable footer"),
        "counts_other_n": _tr("mixes numbers of shards"),
        "counts_part_twice": _tr("has a part twice"),
        "counts_rows": _tr("is damaged"),
        "count_negative": _tr("has a negative count"),
        "count_too_large": _tr("has a count that is too large"),
        "json_cut": _tr("ends early"),
        "json_syntax": _tr("is not JSON"),
        "json_too_large": _tr("is too large for one JSON value"),
        "packed_cut": _tr("ends early"),
        "packed_damaged": _tr("is damaged"),
        "packed_too_much": _tr("unpacks to an extreme size"),
        "packed_twice": _tr("is packed twice"),
        "parquet_broken": _tr("is damaged"),
        "parquet_no_memory": _tr("exceeds the memory limit"),
        "parquet_no_text": _tr("has no column of text"),
        "pyarrow_missing": _tr("is Parquet, which this program cannot read here"),
        "tar_archive": _tr("is a tar archive"),
        "url_not_here": _tr("is a URL"),
        "xz_window": _tr("needs much memory to unpack"),
        "zip_checksum": _tr("is damaged"),
        "zip_cut": _tr("was cut"),
        "zip_damaged": _tr("is damaged"),
        "zip_encrypted": _tr("is encrypted"),
        "zip_link": _tr("is a link"),
        "zip_method": _tr("is packed in an unknown way"),
        "zip_overlap": _tr("overlaps another file"),
        "zip_too_many": _tr("has too many members"),
        "zstd_window": _tr("needs much memory to unpack"),
    }
    return remarks.get(code, _tr("cannot be used"))
