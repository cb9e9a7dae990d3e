"""The metrics of a tokenizer on a text: each with its formula, unit and source, declared once.

T tokens, B bytes, C characters (code points) and W words of a text, K documents that were looked at; n_i
occurrences of token i, p_i = n_i / T; V tokens of the vocabulary, special ones left out, U of them occur.
All are sums over sums, not means over documents.
"""

from __future__ import annotations

from dataclasses import dataclass

WORD = (
    "a run of characters that are no white space; in Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar and "
    "Tibetan, which write no spaces, each character"
)
NO_DIFFERENCE = "no difference shown"  # where the interval of one holds 0
WORTH = (
    "Within English such figures predict nothing once the size of a model is known (arXiv 2506.03101). "
    "Across languages words kept whole and counts that follow Zipf's law do (TokLens, 2026)."
)


@dataclass(frozen=True, slots=True)
class Metric:
    """What a figure is.

    Attributes:
        name: its key in tables.
        label: shown to the person.
        formula: by the letters above.
        unit: of the figure, "" for a plain number, "share" for one of 0 to 1.
        source: who measures so.
        note: what is easily taken wrongly.
        better: "more" or "fewer", "" where neither is better by itself.
        parts: (above, below), the sums that it is the ratio of; then it has an interval.

    """

    name: str
    label: str
    formula: str
    unit: str
    source: str
    note: str = ""
    better: str = ""
    parts: tuple[str, str] | None = None

    def text(self, value: float | None) -> str:
        """Return a figure as it is shown."""
        if value is None:
            return "–"
        if self.unit == "share":
            return f"{100 * value:.2f} %"
        return f"{value:,}" if isinstance(value, int) else f"{value:.4g}"


_RUST = "Rust et al. 2021"
_ZOUHAR = "Zouhar et al. 2023"

METRICS: tuple[Metric, ...] = (
    Metric(
        "bytes_per_token", "Bytes per token", "B / T", "bytes", "nanochat, tokka-bench",
        "others take the mean over texts, which gives other numbers", "more", ("bytes", "tokens"),
    ),
    Metric(
        "characters_per_token", "Characters per token", "C / T", "characters", "TokLens, 2026", "", "more",
        ("characters", "tokens"),
    ),
    Metric(
        "normalized_length", "Normalized sequence length", "T / T of the reference, on the same texts", "",
        "Dagan et al. 2024", "not per character", "fewer", ("tokens", "reference_tokens"),
    ),
    Metric(
        "fertility", "Fertility", "T / W, in running text", "tokens a word", f"Ács 2019; {_RUST}",
        "words encoded alone, without their space, give more", "fewer", ("tokens", "words"),
    ),
    Metric(
        "continued_words", "Continued words", "words that a token ends inside of / W", "share", _RUST, "",
        "fewer", ("continued", "words"),
    ),
    Metric(
        "whole_words", "Words kept whole", "words that are one token / W, in running text", "share",
        "arXiv 2510.09947", "white space around the word may belong to the token", "more", ("whole", "words"),
    ),
    Metric(
        "vocabulary_used", "Vocabulary used", "U / V", "share", "TokEval",
        "grows with the text: compare at the same T",
    ),
    Metric(
        "type_token_ratio", "Type-token ratio", "U / T", "", "TokEval",
        "falls as the text grows: compare at the same T",
    ),
    Metric(
        "shannon_entropy", "Shannon entropy", "−Σ p log2 p", "bits", _ZOUHAR,
        "not divided by log2 V",
    ),
    Metric(
        "shannon_efficiency", "Shannon efficiency", "−Σ p log2 p / log2 U", "", _ZOUHAR,
        "by the tokens that occur", "more",
    ),
    Metric(
        "shannon_efficiency_nominal", "Shannon efficiency, nominal", "−Σ p log2 p / log2 V", "", _ZOUHAR,
        "by the whole vocabulary", "more",
    ),
    Metric(
        "renyi_efficiency", "Rényi efficiency", "log2(Σ p^α) / (1 − α) / log2 U, α = 2.5", "", _ZOUHAR,
        "by the tokens that occur", "more",
    ),
    Metric(
        "renyi_efficiency_nominal", "Rényi efficiency, nominal", "log2(Σ p^α) / (1 − α) / log2 V, α = 2.5",
        "", _ZOUHAR, "by the whole vocabulary", "more",
    ),
    Metric(
        "percentile_mass", "Percentile mass", "Σ p of the ranks from 3 % to 83 % of U", "share",
        f"{_ZOUHAR}, after Gowda and May 2020", "ranks by falling count",
    ),
    Metric(
        "residue", "Residue", "merged tokens with F1 / (F1 + F2) < 0.05 / merged tokens that are made",
        "share",
        "LiteToken, arXiv 2602.04706",
        "F1: times that a token stands in the end, F2: times that it was made and merged on", "fewer",
    ),
    Metric(
        "fallback", "Byte fallback", "tokens <0xNN> / T", "share", "SentencePiece",
        "only where bytes are what is left when no token fits", "fewer",
    ),
    Metric("unknown", "Unknown", "tokens for the unknown / T", "share", "SentencePiece", "", "fewer"),
    Metric(
        "lossless", "Lossless", "documents with decode(encode(text)) = text / K", "share", "TokEval",
        "whether ids come back is another question", "more",
    ),
    Metric(
        "stable", "Stable", "documents whose ids come back, encode(decode(ids)) = ids / K", "share",
        "TokEval",
        "whether the text comes back is another question", "more",
    ),
    Metric(
        "fragments", "Fragments", "tokens of more than one byte that are not UTF-8 alone", "tokens",
        "magikarp, arXiv 2405.05417", "of the vocabulary, whatever the text", "fewer",
    ),
    Metric(
        "whole_numbers", "Numbers kept whole", "integers 0 to 9,999 that are one token", "numbers", "TokEval",
        "of the vocabulary, whatever the text",
    ),
)  # fmt: skip

BY_NAME = {metric.name: metric for metric in METRICS}
