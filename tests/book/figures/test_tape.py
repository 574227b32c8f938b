"""Chapter 1's figures show where each number of an array lies in memory."""

import re

from figures.tape import SHADES, memory, readings_figure, tape_figure

from solutions.reference.memory import axis_tape


def panels(figure):
    """Return the parts of a figure, one a panel."""
    return figure.split("</svg>")[:-1]


def places(panel):
    """Return the numbers in the cells, in the order of drawing."""
    return [int(place) for place in re.findall(r'class="hbh-number">(\d+)<', panel)]


def alt(panel):
    """Return the alt text of a panel."""
    return re.search(r'aria-label="([^"]*)"', panel)[1]


def test_the_array_and_the_tape_hold_every_cell_in_order():
    grid, tape = panels(tape_figure())
    assert places(grid) == places(tape) == list(range(24))


def test_a_reshape_is_read_along_the_tape_and_a_transpose_is_not():
    reshaped, transposed = panels(readings_figure((6, 4)))
    assert places(reshaped) == list(range(24))
    assert places(transposed) == axis_tape((4, 6), (1, 0))


def test_each_cell_keeps_the_grey_of_its_token():
    for panel in panels(tape_figure()) + panels(readings_figure()):
        greys = [float(grey) for grey in re.findall(r"fill-opacity: ([\d.]+)", panel)]
        assert greys == [SHADES[place // 6] for place in places(panel)]


def test_strides_are_those_of_numpy():
    x = memory()
    for panel, view in zip(panels(readings_figure()), (x.reshape(6, 4), x.T), strict=True):
        strides = tuple(step // x.itemsize for step in view.strides)
        assert f"shape {view.shape}, strides {strides}" in alt(panel)


def test_the_alt_text_reads_every_row():
    reshaped, transposed = panels(readings_figure())
    assert "row 1: 4 5 6 7" in alt(reshaped)
    assert "row 1: 1 7 13 19" in alt(transposed)
    assert "Token 1 fills cells 6 to 11." in alt(panels(tape_figure())[1])


def test_the_same_call_gives_the_same_figure():
    assert tape_figure() == tape_figure()
    assert readings_figure() == readings_figure()
