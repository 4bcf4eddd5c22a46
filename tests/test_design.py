"""The design's colours: every text on every ground it stands on can be read, in light and in dark.

The sheets name a colour once, for both schemes; the ratios are those of WCAG 2.2: 4.5 for text, 3 for what is drawn.
"""

import re
from itertools import product
from typing import Final

import pytest
from support import PROJECT

SHEETS: Final = PROJECT / "templates" / "assets" / "css"
_TOKEN: Final = re.compile(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
_TINT: Final = re.compile(r"color-mix\(in srgb, var\(--([a-z]+)\) (\d+)%, var\(--([a-z]+)\)\)")

Colour = tuple[float, float, float]

GROUNDS: Final = ("paper", "raised", "sunken")
TEXTS: Final = (
    "ink", "soft", "link", "ready", "active", "waiting", "draft", "done", "dropped", "error", "warning", "note",
)  # fmt: skip
TINTED: Final = TEXTS[1:2] + TEXTS[3:]  # the tones of chips, which stand on a tint of themselves
DRAWN: Final = ("accent", "edge")


def read_tokens(scheme: int) -> dict[str, Colour]:
    text = (SHEETS / "base.css").read_text("utf-8")
    return {found[1]: _parse(found[2 + scheme]) for found in _TOKEN.finditer(text)}


def _parse(colour: str) -> Colour:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def mix(colour: Colour, share: float, ground: Colour) -> Colour:
    red, green, blue = (part * share + rest * (1 - share) for part, rest in zip(colour, ground, strict=True))
    return red, green, blue


def measure_contrast(one: Colour, other: Colour) -> float:
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_contrast_is_measured_as_the_guidelines_do() -> None:
    assert measure_contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)
    assert measure_contrast(_parse("#777777"), (1, 1, 1)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_text_can_be_read_on_every_ground(scheme: int) -> None:
    tokens = read_tokens(scheme)
    faint = [
        (text, ground, round(ratio, 2))
        for text, ground in product(TEXTS, GROUNDS)
        if (ratio := measure_contrast(tokens[text], tokens[ground])) < 4.5
    ]
    assert not faint


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_every_tone_can_be_read_on_its_own_tint(scheme: int) -> None:
    tokens = read_tokens(scheme)
    faint = [
        (tone, round(ratio, 2))
        for tone in TINTED
        if (ratio := measure_contrast(tokens[tone], mix(tokens[tone], 0.09, tokens["raised"]))) < 4.5
    ]
    assert not faint


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_what_is_drawn_stands_out_from_every_ground(scheme: int) -> None:
    tokens = read_tokens(scheme)
    faint = [
        (drawn, ground, round(ratio, 2))
        for drawn, ground in product(DRAWN, GROUNDS)
        if (ratio := measure_contrast(tokens[drawn], tokens[ground])) < 3
    ]
    assert not faint
    assert measure_contrast(tokens["ink"], tokens["mark"]) >= 4.5


def test_no_tint_is_stronger_than_those_measured() -> None:
    tints = [found for sheet in SHEETS.glob("*.css") for found in _TINT.finditer(sheet.read_text("utf-8"))]
    assert tints
    assert [found[0] for found in tints if int(found[2]) > 9] == []


def test_colours_are_named_in_one_place() -> None:
    """Other sheets speak of tokens, so that both schemes and the choice between them hold everywhere."""
    loose = [
        (sheet.name, line.strip())
        for sheet in sorted(SHEETS.glob("*.css"))
        if sheet.name != "base.css"
        for line in sheet.read_text("utf-8").splitlines()
        if re.search(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(", re.sub(r"url\(.*\)", "", line))
    ]
    assert not loose


def test_every_token_that_is_used_is_named() -> None:
    texts = [sheet.read_text("utf-8") for sheet in SHEETS.glob("*.css")]
    named = {name for text in texts for name in re.findall(r"(--[a-z0-9-]+):", text)}
    used = {name for text in texts for name in re.findall(r"var\((--[a-z0-9-]+)", text)}
    assert used <= named
    assert named - used == set()
