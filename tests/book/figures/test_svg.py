"""SVG is written well-formed, and never without alt text."""

from xml.etree import ElementTree

from figures.legend import MEANINGS, legend
from figures.palette import PALETTE
from figures.svg import element, panels, svg, text


def test_text_and_attributes_are_escaped():
    figure = svg(10, 10, "a < b", 'says "x" & y', text(1, 2, "<i>", class_="hbh-label"))
    root = ElementTree.fromstring(figure)
    assert root.attrib["aria-label"] == 'a < b. says "x" & y'
    assert root[0].text == "<i>"


def test_a_figure_is_an_image_with_a_natural_size():
    root = ElementTree.fromstring(svg(120, 40, "title", "description"))
    assert root.attrib["role"] == "img"
    assert root.attrib["class"] == "hbh-figure"
    assert (root.attrib["width"], root.attrib["viewBox"]) == ("120", "0 0 120 40")


def test_underscores_of_attributes_stand_for_hyphens():
    assert element("g", stroke_width=2, class_="x") == '<g stroke-width="2" class="x"></g>'


def test_a_notebook_shows_a_figure_as_html():
    figure = panels([svg(1, 1, "title", "description")])
    assert figure._repr_html_() == figure


def test_the_legend_has_every_colour_of_the_palette():
    assert set(MEANINGS) == set(PALETTE)
    assert all(f"--hbh-{name}-fill" in legend() for name in PALETTE)
