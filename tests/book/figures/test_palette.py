"""Colours can be told apart and read on, in the light and in the dark."""

from itertools import combinations

import pytest
from figures.maps import STRENGTH
from figures.palette import PALETTE, css

BACKGROUND = {"light": "#ffffff", "dark": "#121212"}
INK = {"light": "#222832", "dark": "#ced6dd"}  # the theme's --pst-color-text-base
ON = pytest.mark.parametrize("background", ["light", "dark"])
NAMED = pytest.mark.parametrize("name", PALETTE)


def channels(colour):
    """Return red, green and blue of a hexadecimal colour, from 0 to 1."""
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def mix(top, bottom, opacity):
    """Lay a colour over another one."""
    pairs = zip(channels(top), channels(bottom), strict=True)
    mixed = (round(255 * (opacity * a + (1 - opacity) * b)) for a, b in pairs)
    return "#" + "".join(f"{value:02x}" for value in mixed)


def luminance(colour):
    """Return the relative luminance of WCAG 2."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a, b):
    """Return the contrast of WCAG 2, from 1 to 21."""
    light, dark = sorted([luminance(a), luminance(b)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


@ON
@NAMED
def test_lines_can_be_read_on_the_page(name, background):
    line = getattr(PALETTE[name], background).line
    assert contrast(line, BACKGROUND[background]) >= 4.5


@ON
@NAMED
def test_ink_can_be_read_on_fills(name, background):
    fill = getattr(PALETTE[name], background).fill
    assert contrast(INK[background], fill) >= 4.5


@ON
def test_ink_can_be_read_on_the_strongest_weight(background):
    line = getattr(PALETTE["weight"], background).line
    fill = mix(line, BACKGROUND[background], STRENGTH)
    assert contrast(INK[background], fill) >= 4.5


@ON
def test_no_two_meanings_share_a_colour(background):
    for a, b in combinations(PALETTE.values(), 2):
        assert getattr(a, background) != getattr(b, background)


def test_the_style_sheet_has_every_colour_on_both_backgrounds():
    sheet = css()
    for name in PALETTE:
        assert sheet.count(f"--hbh-{name}-line:") == 2
        assert sheet.count(f"--hbh-{name}-fill:") == 2
