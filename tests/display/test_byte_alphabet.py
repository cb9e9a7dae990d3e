from workbench.display.byte_alphabet import bytes_to_unicode, unicode_to_bytes


def test_every_byte_has_a_character_of_its_own_that_can_be_seen():
    alphabet = bytes_to_unicode()
    assert sorted(alphabet) == list(range(256))
    assert len(set(alphabet.values())) == 256
    assert all(character.isprintable() and not character.isspace() for character in alphabet.values())


def test_the_known_ones():
    alphabet = bytes_to_unicode()
    assert (alphabet[0x20], alphabet[0x0A], alphabet[0x00], alphabet[0xAD]) == ("Ġ", "Ċ", "Ā", "Ń")
    assert alphabet[ord("A")] == "A"


def test_the_order_is_that_of_hugging_face():
    order = list(bytes_to_unicode())
    assert order[0] == ord("!")
    assert order.index(0x20) == 220


def test_the_way_back():
    assert all(unicode_to_bytes()[character] == byte for byte, character in bytes_to_unicode().items())
