"""Which encoding a text is taken to have: of 1 kB and more, the one that it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agreement.encodings import ENCODINGS, WIDE, is_right, lines_in, taken_for, texts_in

CORPUS = Path(__file__).parents[2] / "resources" / "corpus"
_BUNDLED = {
    "ar": "arb_Arab", "de": "deu_Latn", "el": "ell_Grek", "es": "spa_Latn", "fr": "fra_Latn",
    "he": "heb_Hebr", "ja": "jpn_Jpan", "ko": "kor_Hang", "ru": "rus_Cyrl", "th": "tha_Thai",
    "zh": "zho_Hans",
}  # fmt: skip
# Languages that the bundled texts lack.
_OWN = {
    "pol_Latn": "Wczoraj poszliśmy nad rzekę, żeby zobaczyć, czy łódź jeszcze tam leży.\n"
    "Dziadek mówił, że gęś zjadła całą kukurydzę, ale nikt mu nie uwierzył.\n"
    "Późnym wieczorem wróciliśmy do domu i zapaliliśmy świecę przy oknie.",
    "ces_Latn": "Včera jsme šli k řece, abychom se podívali, zda tam loďka ještě leží.\n"
    "Dědeček říkal, že husa snědla všechnu kukuřici, ale nikdo mu nevěřil.\n"
    "Pozdě večer jsme se vrátili domů a zapálili svíčku u okna.",
    "hun_Latn": "Tegnap lementünk a folyóhoz, hogy megnézzük, ott fekszik-e még a csónak.\n"
    "Nagyapa azt mondta, hogy a lúd megette az összes kukoricát, de senki sem hitte el.\n"
    "Késő este értünk haza, és gyertyát gyújtottunk az ablakban, mert sötét volt és hűvös idő.",
    "ron_Latn": "Ieri am mers la râu să vedem dacă barca mai este acolo, lângă mal.\n"
    "Bunicul spunea că gâsca a mâncat tot porumbul, dar nimeni nu l-a crezut şi toţi au râs.\n"
    "Seara târziu ne-am întors acasă şi am aprins o lumânare la fereastră.",
    "tur_Latn": "Dün kayığın hâlâ orada olup olmadığını görmek için nehre gittik.\n"
    "Dedem kazın bütün mısırı yediğini söyledi ama ona kimse inanmadı.\n"
    "Akşam geç saatte eve döndük ve pencerenin yanında bir mum yaktık; yağmur yağıyordu.",
    "lit_Latn": "Vakar ėjome prie upės pažiūrėti, ar valtis dar ten guli.\n"
    "Senelis sakė, kad žąsis suėdė visus kukurūzus, bet niekas juo netikėjo.\n"
    "Vėlai vakare grįžome namo ir uždegėme žvakę prie lango, nes lauke šėlo vėjas.",
    "vie_Latn": "Hôm qua chúng tôi ra bờ sông để xem chiếc thuyền còn ở đó không.\n"
    "Ông nói rằng con ngỗng đã ăn hết ngô, nhưng không ai tin ông cả.\n"
    "Tối muộn chúng tôi về nhà và thắp một ngọn nến bên cửa sổ.",
}
_TEXTS = {name: (CORPUS / f"{file}.txt").read_text("utf-8") for file, name in _BUNDLED.items()} | _OWN
_CASES = [(name, encoding) for name in _TEXTS for encoding in ENCODINGS[name]] + [
    (name, encoding)
    for name in ("arb_Arab", "jpn_Jpan", "kor_Hang", "tha_Thai", "zho_Hans")
    for encoding in WIDE
]


@pytest.mark.parametrize(("language", "encoding"), _CASES)
def test_a_text_is_taken_for_what_it_is(language, encoding):
    lines = lines_in(_TEXTS[language], encoding)
    assert all(is_right(text, encoding) for text in texts_in(lines, encoding, 1000, 3))
    assert is_right("\n".join(lines), encoding)


@pytest.mark.parametrize("language", ["deu_Latn", "fra_Latn", "spa_Latn"])
def test_latin_1_is_what_it_mostly_is(language):
    lines = lines_in(_TEXTS[language], "iso8859-1")
    assert taken_for("\n".join(lines).encode("iso8859-1")) == "cp1252"


def test_a_name_or_two_in_a_long_text_make_no_greek_of_it():
    text = f"{_TEXTS['deu_Latn']}\n" * 40 + 'Ich meine "Õ/õ", wie es dort steht.\n'
    assert is_right(text, "cp850")
