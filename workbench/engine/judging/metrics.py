"""Declares the metrics of a tokenizer on a text, each with formula, unit and source.

T tokens, B bytes, C characters (code points) and W words of a text, K documents that were decoded; n_i
occurrences of token i, p_i = n_i / T; V tokens of the vocabulary without special ones, U of them occur.
All are ratios of sums, not means over documents.
"""

from __future__ import annotations

from dataclasses import dataclass

WORD = (
    "a run of characters that are no white space; in Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar and "
    "Tibetan, which write no spaces, each character"
)
NO_DIFFERENCE = "no difference shown"  # where the interval of the difference contains 0
WORTH = (
    "Within English such figures predict nothing once the size of a model is known (arXiv 2506.03101). "
    "Across languages words kept whole and counts that follow Zipf's law do (TokLens, 2026)."
)


@dataclass(frozen=True, slots=True)
class Metric:
    """The definition of a figure.

    Attributes:
        name: its key in tables.
        label: shown to the user.
        formula: in the letters above.
        unit: of the figure, "" for a plain number, "share" for one of 0 to 1.
        source: the publication with the definition.
        note: what is easily misread.
        better: "more" or "fewer", "" where neither is better by itself.
        parts: (above, below), the sums of which it is the ratio, and then it has an interval.

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
        """Return a figure as text."""
        if value is None:
            return "–"
        if self.unit == "share":
            return f"{100 * value:.2f} %"
        return f"{value:,}" if isinstance(value, int) else f"{value:.4g}"


_RUST = "Rust et al. 2021"
_ZOUHAR = "Zouhar et al. 2023"

METRICS: tuple[Metric, ...] = (
    Metric(
        "bytes_per_token",
        label="Bytes per token",
        formula="B / T",
        unit="bytes",
        source="nanochat, tokka-bench",
        note="others take the mean over texts, which gives other numbers",
        better="more",
        parts=("bytes", "tokens"),
    ),
    Metric(
        "characters_per_token",
        label="Characters per token",
        formula="C / T",
        unit="characters",
        source="TokLens, 2026",
        note="",
        better="more",
        parts=("characters", "tokens"),
    ),
    Metric(
        "normalized_length",
        label="Normalized sequence length",
        formula="T / T of the reference, on the same texts",
        unit="",
        source="Dagan et al. 2024",
        note="not per character",
        better="fewer",
        parts=("tokens", "reference_tokens"),
    ),
    Metric(
        "fertility",
        label="Fertility",
        formula="T / W, in running text",
        unit="tokens a word",
        source=f"Ács 2019; {_RUST}",
        note="words encoded alone, without their space, give more",
        better="fewer",
        parts=("tokens", "words"),
    ),
    Metric(
        "continued_words",
        label="Continued words",
        formula="words that a token ends inside of / W",
        unit="share",
        source=_RUST,
        note="",
        better="fewer",
        parts=("continued", "words"),
    ),
    Metric(
        "whole_words",
        label="Words kept whole",
        formula="words that are one token / W, in running text",
        unit="share",
        source="arXiv 2510.09947",
        note="white space around the word may belong to the token",
        better="more",
        parts=("whole", "words"),
    ),
    Metric(
        "vocabulary_used",
        "Vocabulary used",
        "U / V",
        "share",
        "TokEval",
        "grows with the text: compare at the same T",
    ),
    Metric(
        "type_token_ratio",
        "Type-token ratio",
        "U / T",
        "",
        "TokEval",
        "falls as the text grows: compare at the same T",
    ),
    Metric(
        "shannon_entropy",
        "Shannon entropy",
        "−Σ p log2 p",
        "bits",
        _ZOUHAR,
        "not divided by log2 V",
    ),
    Metric(
        "shannon_efficiency",
        label="Shannon efficiency",
        formula="−Σ p log2 p / log2 U",
        unit="",
        source=_ZOUHAR,
        note="by the tokens that occur",
        better="more",
    ),
    Metric(
        "shannon_efficiency_nominal",
        label="Shannon efficiency, nominal",
        formula="−Σ p log2 p / log2 V",
        unit="",
        source=_ZOUHAR,
        note="by the whole vocabulary",
        better="more",
    ),
    Metric(
        "renyi_efficiency",
        label="Rényi efficiency",
        formula="log2(Σ p^α) / (1 − α) / log2 U, α = 2.5",
        unit="",
        source=_ZOUHAR,
        note="by the tokens that occur",
        better="more",
    ),
    Metric(
        "renyi_efficiency_nominal",
        label="Rényi efficiency, nominal",
        formula="log2(Σ p^α) / (1 − α) / log2 V, α = 2.5",
        unit="",
        source=_ZOUHAR,
        note="by the whole vocabulary",
        better="more",
    ),
    Metric(
        "percentile_mass",
        "Percentile mass",
        "Σ p of the ranks from 3 % to 83 % of U",
        "share",
        f"{_ZOUHAR}, after Gowda and May 2020",
        "ranks by falling count",
    ),
    Metric(
        "residue",
        label="Residue",
        formula="merged tokens with F1 / (F1 + F2) < 0.05 / merged tokens that are made",
        unit="share",
        source="LiteToken, arXiv 2602.04706",
        note="F1: how often a token remains, F2: how often it is merged further",
        better="fewer",
    ),
    Metric(
        "fallback",
        label="Byte fallback",
        formula="tokens <0xNN> / T",
        unit="share",
        source="SentencePiece",
        note="only where bytes are what is left when no token fits; else –",
        better="fewer",
    ),
    Metric(
        "unknown",
        label="Unknown",
        formula="tokens for the unknown / T",
        unit="share",
        source="SentencePiece",
        note="– where a vocabulary has no such token",
        better="fewer",
    ),
    Metric(
        "lossless",
        label="Lossless",
        formula="documents with decode(encode(text)) = text / K",
        unit="share",
        source="TokEval",
        note="whether ids come back is another question",
        better="more",
    ),
    Metric(
        "stable",
        label="Stable",
        formula="documents whose ids come back, encode(decode(ids)) = ids / K",
        unit="share",
        source="TokEval",
        note="whether the text comes back is another question",
        better="more",
    ),
    Metric(
        "fragments",
        label="Fragments",
        formula="tokens of more than one byte that are not UTF-8 alone",
        unit="tokens",
        source="magikarp, arXiv 2405.05417",
        note="of the vocabulary, whatever the text",
        better="fewer",
    ),
    Metric(
        "whole_numbers",
        "Numbers kept whole",
        "integers 0 to 9,999 that are one token",
        "numbers",
        "TokEval",
        "of the vocabulary, whatever the text",
    ),
)

BY_NAME = {metric.name: metric for metric in METRICS}
