"""The byte alphabet of GPT-2: every byte as one character that can be seen (openai/gpt-2, encoder.py)."""

from __future__ import annotations

from functools import cache


@cache
def bytes_to_unicode() -> dict[int, str]:
    """Return byte -> character, 256 of them; printable Latin-1 stands for itself, the rest from U+0100 on.

    The order of the entries is that of Hugging Face's byte vocabulary: `!` first, the space as
    number 220. Do not change the dictionary: it is shared.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    alphabet = {byte: chr(byte) for byte in printable}
    others = (byte for byte in range(256) if byte not in alphabet)
    return alphabet | {byte: chr(0x100 + number) for number, byte in enumerate(others)}


@cache
def unicode_to_bytes() -> dict[str, int]:
    """Return character -> byte, the other way round."""
    return {character: byte for byte, character in bytes_to_unicode().items()}
