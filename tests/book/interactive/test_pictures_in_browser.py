"""The three pictures answer to the mouse and to the keyboard alone, and say what they show."""

import re

import numpy as np
import pytest
from figures.painter import masked_head, tokens
from live.pictures import mask as mask_data
from live.pictures import splits as splits_data
from live.pictures import tape as tape_data
from pages import ROOT

pytestmark = pytest.mark.browser

AXE = ROOT / "book/_ext/live/vendor/axe-core/axe.min.js"
CHAPTERS = {"tape": "01_axes_views", "splits": "02_split_merge", "mask": "05_masks"}
READINGS = {reading["code"]: reading for reading in tape_data()["readings"]}


@pytest.fixture
def live(open_page):
    """Open the chapter of a picture; return the picture, whose page is ``.page``."""

    def open_(name, **how):
        page = open_page(f"book/{CHAPTERS[name]}", until="load", **how)
        picture = page.locator(f"[data-interactive={name}] .hbh-live")
        picture.wait_for()
        return picture

    return open_


def said(picture):
    return picture.locator("[aria-live=polite]").inner_text()


def radio(picture, name):
    return picture.get_by_role("radio", name=name, exact=True)


def press(picture, *keys):
    for key in keys:
        picture.page.keyboard.press(key)


def grid(picture, label, columns=5):
    """Return the texts of a figure of square grids, row by row."""
    numbers = picture.locator(f'svg[aria-label^="{label}"] .hbh-number').all_text_contents()
    return np.array(numbers).reshape(-1, columns).tolist()


def cells(picture):
    return [
        int(text) for text in picture.locator("[role=gridcell] .hbh-number").all_text_contents()
    ]


def cells_of(page, label):
    return page.locator(f'svg[aria-label^="{label}"] .hbh-cell').all()


def shown_weights(keep):
    """Return the weights of the reference as the picture writes them."""
    weights = masked_head(tokens, keep)[1]
    return [[f"{weight:.2f}" if weight else "0" for weight in row] for row in weights]


class TestTape:
    def tape(self, picture):
        drawn = picture.locator('svg[aria-label^="The tape"]')
        ranks = [int(text) for text in drawn.locator(".hbh-rank").all_text_contents()]
        return drawn.locator(".hbh-number").all_text_contents(), ranks

    def assert_shows(self, picture, code):
        reading = READINGS[code]
        assert cells(picture) == reading["cells"]
        on_tape, ranks = self.tape(picture)
        assert on_tape == [str(n) for n in range(24)], "the cells of the tape stay"
        assert [ranks[cell] for cell in reading["cells"]] == list(range(24))
        shape, strides = (str(tuple(reading[key])) for key in ("shape", "strides"))
        assert f"shape {shape}, strides {strides}" in picture.inner_text()
        assert said(picture).startswith(f"{code} reads the cells {reading['cells'][0]}, ")

    def test_buttons_change_the_reading_and_leave_the_tape(self, live):
        picture = live("tape")
        self.assert_shows(picture, "x")
        for code in ("x", "x.reshape(6, 4)", "x.reshape(4, 2, 3)"):
            radio(picture, code).check()
            self.assert_shows(picture, code)
            transpose = picture.get_by_role("button", name="Transpose")
            transpose.click()
            self.assert_shows(picture, code + (".transpose(1, 0, 2)" if "3)" in code else ".T"))
            transpose.click()
        assert picture.page.trouble == []

    def test_the_pointer_reads_an_element(self, live):
        picture = live("tape")
        picture.get_by_role("button", name="Transpose").click()
        picture.get_by_role("gridcell", name="x.T[2, 1] is 8", exact=True).hover()
        assert "Element [2, 1] lies in cell 2·1 + 1·6 = 8, part of token 1." in said(picture)

    def test_the_keyboard_does_all_of_it(self, live):
        picture = live("tape")
        radio(picture, "x").focus()
        press(picture, "ArrowRight")
        self.assert_shows(picture, "x.reshape(6, 4)")
        press(picture, "Tab", "Space")
        self.assert_shows(picture, "x.reshape(6, 4).T")
        press(picture, "Tab", "Enter")
        assert "Element [0, 1] lies in cell 0·1 + 1·4 = 4" in said(picture)
        press(picture, "Tab", "ArrowDown", "ArrowRight")
        assert "Element [1, 2] lies in cell 1·1 + 2·4 = 9, part of token 1." in said(picture)
        press(picture, "End")
        assert "Element [1, 5]" in said(picture)


class TestSplits:
    def assert_shows(self, picture, kind):
        assert cells(picture) == np.ravel(splits_data()["splits"][kind]).tolist()
        marks = picture.locator("[role=grid] .hbh-mark[visibility=visible]").count()
        assert marks == (18 if kind == "No transpose" else 0)
        assert said(picture).startswith(f"{kind}: ")

    def test_the_toggle_shows_each_split_and_marks_strangers(self, live):
        picture = live("splits")
        for kind in ("Right", "No transpose", "Interleaved"):
            radio(picture, kind).check()
            self.assert_shows(picture, kind)
        assert picture.page.trouble == []

    def test_the_pointer_tells_where_a_number_comes_from(self, live):
        picture = live("splits")
        radio(picture, "No transpose").check()
        picture.get_by_role("gridcell").nth(4).hover()
        assert "18 numbers stand in the row of another token." in said(picture)
        assert "holds 4: token 0, column 4. The index equation wants 11 there." in said(picture)

    def test_the_keyboard_does_all_of_it(self, live):
        picture = live("splits")
        radio(picture, "Right").focus()
        press(picture, "ArrowRight", "ArrowRight")
        self.assert_shows(picture, "Interleaved")
        press(picture, "Tab", "ArrowDown", "ArrowRight")
        assert "Head 0, row 1, column 1 holds 12: token 1, column 2." in said(picture)
        assert "The index equation wants 11 there." in said(picture)


class TestMask:
    def keep(self, name):
        return np.array(mask_data()["presets"][name])

    def assert_keeps(self, picture, keep, *, blocks=False):
        array = keep != blocks
        assert grid(picture, "Mask") == array.astype(int).astype(str).tolist()
        switches = picture.get_by_role("switch").all()
        checked = [switch.get_attribute("aria-checked") == "true" for switch in switches]
        assert checked == array.ravel().tolist()
        assert grid(picture, "Weights") == shown_weights(keep)

    def test_a_click_opens_and_closes_a_cell(self, live):
        picture, keep = live("mask"), self.keep("Causal")
        self.assert_keeps(picture, keep)
        for i, j in [(0, 3), (2, 2), (0, 3)]:
            picture.get_by_role("switch", name=f"mask[{i}, {j}]").click()
            keep[i, j] = not keep[i, j]
            self.assert_keeps(picture, keep)
            assert said(picture).startswith(f"mask[{i}, {j}] is {keep[i, j]}. Query {i} sees")
        assert picture.page.trouble == []

    def test_buttons_paint_whole_masks(self, live):
        picture = live("mask")
        for name in ("Padding", "All", "None", "Causal"):
            picture.get_by_role("button", name=name, exact=True).click()
            self.assert_keeps(picture, self.keep(name))
            assert said(picture).startswith(f"{name}, where True keeps.")

    def test_a_blocked_query_gets_zeros(self, live):
        picture = live("mask")
        picture.get_by_role("button", name="None", exact=True).click()
        assert grid(picture, "Weights") == [["0"] * 5] * 5
        assert grid(picture, "Influence") == [[""] * 5] * 5
        assert "Query 0 may see nothing" in said(picture)

    def test_the_other_convention_reverses_the_meaning_of_the_same_array(self, live):
        picture, causal = live("mask"), self.keep("Causal")
        radio(picture, "True blocks (nn.MultiheadAttention)").check()
        self.assert_keeps(picture, ~causal, blocks=True)
        assert "Outputs 0, 1, 2 and 3 read the future." in said(picture)
        picture.get_by_role("button", name="Causal", exact=True).click()
        self.assert_keeps(picture, causal, blocks=True)
        assert "No output reads the future." in said(picture)

    def test_a_token_that_is_hidden_from_itself_is_read_through_its_query(self, live):
        picture = live("mask")
        picture.get_by_role("switch", name="mask[2, 2]").click()
        assert grid(picture, "Influence")[2] == ["•", "•", "q", "", ""]
        assert "Output 2 depends on its own blocked token, through the query." in said(picture)

    def test_the_keyboard_does_all_of_it(self, live):
        picture, keep = live("mask"), self.keep("Padding")
        radio(picture, "True keeps (this book, SDPA)").focus()
        press(picture, "ArrowDown", "Tab", "Tab", "Enter")
        self.assert_keeps(picture, keep, blocks=True)
        press(picture, "Tab", "Tab", "Tab", "ArrowDown", "ArrowRight", "Space")
        keep[1, 1] = False
        self.assert_keeps(picture, keep, blocks=True)
        press(picture, "ArrowRight", "Enter")
        keep[1, 2] = False
        self.assert_keeps(picture, keep, blocks=True)
        assert said(picture).startswith("mask[1, 2] is True. Query 1 sees key 0")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", CHAPTERS)
def test_axe_finds_nothing_in_a_picture_in_use(live, name, scheme):
    picture = live(name, scheme=scheme)
    picture.locator("[role=gridcell], [role=switch]").nth(3).click()
    picture.page.add_script_tag(path=str(AXE))
    violations = picture.evaluate("async (node) => (await axe.run(node)).violations")
    assert [rule["id"] for rule in violations] == []


@pytest.mark.parametrize("name", CHAPTERS)
def test_one_cell_takes_part_in_the_tab_order(live, name):
    picture = live(name)
    assert picture.locator("[role=gridcell], [role=switch]").count() >= 24
    assert picture.locator('.hbh-place[tabindex="0"]').count() == 1
    picture.locator('.hbh-place[tabindex="0"]').focus()
    press(picture, "ArrowRight")
    focused = picture.locator(".hbh-place:focus-visible .hbh-focus")
    assert focused.evaluate("(ring) => getComputedStyle(ring).strokeWidth") == "4px"
    assert picture.locator('.hbh-place[tabindex="0"]').count() == 1


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_numbers_travel_only_where_motion_is_wanted(live, motion):
    picture = live("splits")
    picture.page.emulate_media(reduced_motion=motion)
    speed = picture.page.context.new_cdp_session(picture.page)
    speed.send("Animation.enable")
    speed.send("Animation.setPlaybackRate", {"playbackRate": 0.001})  # none ends before we look
    radio(picture, "Interleaved").check()
    moving = picture.page.evaluate("document.getAnimations().length")
    assert (moving > 0) == (motion == "no-preference")


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_picture_fits_a_phone(live, name):
    picture = live(name, width=390)
    for choice in picture.get_by_role("radio").all():
        choice.check()
        assert picture.page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in picture.locator("svg").all():
            assert figure.bounding_box()["width"] == float(figure.get_attribute("width"))


@pytest.mark.parametrize("name", CHAPTERS)
def test_paper_shows_the_picture_without_its_controls(live, name):
    picture = live(name)
    picture.page.emulate_media(media="print")
    picture.locator("svg").first.wait_for()
    assert not picture.locator(".hbh-controls").is_visible()


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("tape", "The tape. Cells 0 to 23"),
        ("splits", "No transpose. "),
        ("mask", "Mask. query 0"),
    ],
)
def test_a_still_figure_stands_there_without_javascript(chromium, address, name, figure):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/book/{CHAPTERS[name]}.html")
    assert page.locator(f'svg[aria-label^="{figure}"]').is_visible()
    assert page.locator(".hbh-live").count() == 0
    colours = {cell.evaluate("(e) => getComputedStyle(e).fill") for cell in cells_of(page, figure)}
    assert "rgb(0, 0, 0)" not in colours, "the theme's colours are missing"
    context.close()


def test_only_pages_with_a_picture_load_the_modules(site):
    loading = {
        path.stem
        for path in site.rglob("*.html")
        if re.search(r"interactive/(main\.js|interactive\.css)", path.read_text())
    }
    assert loading == set(CHAPTERS.values())
