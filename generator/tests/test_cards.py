"""Social cards."""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.build import Folders, build_site
from docsite.emit import cards
from docsite.emit.card_image import HEIGHT, WIDTH, Style, draw_card, render_png, wrap
from docsite.emit.cards import write_cards
from docsite.emit.output import Output
from docsite.errors import ConfigError
from docsite.load import load_site
from docsite.node.theme import Theme, load_theme
from docsite.pages.cards import Card
from docsite.site import extras
from docsite.site.fonts import find_missing, load_fonts, measure, order_fonts
from docsite.site.images import read_size
from generator.tests.support import FIXTURES, append, copy_site, folders_in, memory_cache, prepend

FONTS = FIXTURES / "fonts"
MAX_BYTES = 30_000
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
STYLE = Style("#ffffff", "#000000", "#555555", "#0000ff", "#eeeeee")
ZERO_WIDTH_NON_JOINER = "\u200c"
"""Between two Arabic letters, it prevents that they are joined."""
TITLE = (
    "Pour the water into the smallest of all cups, slowly and without a single drop on the table"
)


def add_cards(folder: Path, text: str = "") -> Path:
    """Copies the site, with a font for Chinese."""
    docs = copy_site(folder)
    append(docs / "site.toml", f"\n[cards]\n{text}")
    shutil.copy(FONTS / "han.ttf", docs)
    return docs


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    """A site in English and Chinese, with a font for each."""
    folder = tmp_path_factory.mktemp("cards")
    folders = folders_in(folder, add_cards(folder, 'fonts = ["han.ttf"]\n'))
    assert build_site(folders).problems == ()
    return folders


@pytest.fixture(scope="module")
def theme(built: Folders) -> Theme:
    return load_theme(built.theme, built.bundles)


def write(docs: Path, theme: Theme, output: Path) -> Mapping[str, str]:
    """Writes only the cards. Returns their alternative texts by the paths of pages."""
    with memory_cache() as cache:
        heads = write_cards(load_site(docs), theme, docs, Output(output, cache), cache)
    return {
        path: re.findall(r'image:alt" content="(.*?)"', head)[0] for path, head in heads.items()
    }


def images_in(output: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((output / "assets/cards").iterdir())}


def metadata_of(output: Path, name: str) -> dict[str, str]:
    document = (output / name).read_text(encoding="utf-8")
    found = re.findall(
        r'<meta (?:property|name)="((?:og:image|twitter)[^"]*)" content="(.*?)">', document
    )
    return dict(found)


def test_every_document_names_its_card(built: Folders) -> None:
    pages = [path for path in built.output.rglob("*.html") if path.name != "404.html"]
    names = set()
    for page in pages:
        found = metadata_of(built.output, page.relative_to(built.output).as_posix())
        assert found.pop("og:image:alt")
        address = found.pop("og:image")
        assert address.startswith("https://kettle.example/assets/cards/")
        names.add(address.rpartition("/")[2])
        assert found == {
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "twitter:card": "summary_large_image",
        }
    assert metadata_of(built.output, "guide/start.html")["og:image:alt"] == "Start · Kettle"
    assert metadata_of(built.output, "404.html") == {}
    images = images_in(built.output)
    assert set(images) == names
    assert len(images) == len(pages)
    for image in images.values():
        assert read_size(image) == (WIDTH, HEIGHT)
        assert len(image) < MAX_BYTES


def test_another_build_writes_the_same_bytes(built: Folders, theme: Theme, tmp_path: Path) -> None:
    write(built.docs, theme, tmp_path)
    assert images_in(tmp_path) == images_in(built.output)


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept output", "new output"])
def test_unchanged_cards_are_not_rendered_again(
    built: Folders, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    expected = images_in(built.output)
    output = built.output if is_kept else tmp_path / "dist"
    monkeypatch.setattr(cards, "render_png", lambda *_: pytest.fail("rendered again"))
    build_site(Folders(built.docs, built.theme, output, built.work))
    assert images_in(output) == expected


def test_a_title_without_a_font_is_reported_and_has_the_card_of_the_site(
    theme: Theme, tmp_path: Path
) -> None:
    docs = add_cards(tmp_path)
    (problem,) = load_site(docs).problems
    assert (problem.severity, problem.file) == ("warning", "site.toml")
    assert "4 pages in zh-CN: 指 南" in problem.message
    assert "cards.fonts" in problem.hint
    alts = write(docs, theme, tmp_path / "dist")
    # Its description needs the same font, so it is the card of the first language.
    assert alts["/zh/guide/start.html"] == alts["/"] == "Kettle · Boils water"
    assert len(images_in(tmp_path / "dist")) == 4


def test_only_listed_pages_have_their_own_cards(theme: Theme, tmp_path: Path) -> None:
    docs = add_cards(tmp_path, 'under = ["/guide/pour"]\nfonts = ["han.ttf"]\n')
    alts = write(docs, theme, tmp_path / "dist")
    assert alts["/guide/pour.html"] == "Pour · Kettle"
    assert alts["/guide/start.html"] == "Kettle · Boils water"
    assert alts["/zh/guide/start.html"] == "Kettle · 烧开水"
    assert len(images_in(tmp_path / "dist")) == 4


def test_sites_without_the_table_have_no_cards(theme: Theme, tmp_path: Path) -> None:
    assert write(copy_site(tmp_path), theme, tmp_path / "dist") == {}
    assert not (tmp_path / "dist").exists()


def draw(title: str, font: str, is_rtl: bool = False) -> bytes:
    fonts = order_fonts(load_fonts([font], FONTS), title)
    card = Card(title, "", "", "rtl" if is_rtl else "ltr")
    return render_png(draw_card(card, STYLE, fonts), fonts)


def test_arabic_letters_are_joined() -> None:
    joined = draw("سلام", "arabic.ttf", is_rtl=True)
    assert joined != draw(ZERO_WIDTH_NON_JOINER.join("سلام"), "arabic.ttf", is_rtl=True)
    assert joined != draw("مالس", "arabic.ttf", is_rtl=True)


def test_a_long_title_is_smaller_and_then_shortened() -> None:
    fonts = load_fonts([], FONTS)
    sizes = {}
    for length in (20, 90, 900):
        svg = draw_card(Card((TITLE * 10)[:length], "", "", "ltr"), STYLE, fonts)
        sizes[length] = max(map(int, re.findall(r'font-size="(\d+)"', svg)))
        assert ("…" in svg) == (length == 900)
        assert svg.count("<text") <= 4
    assert sizes[20] > sizes[90] >= sizes[900]
    assert len(render_png(svg, fonts)) < MAX_BYTES


@given(
    st.text(st.sampled_from("abcdef iW.,-") | st.sampled_from("水，。「」"), max_size=80),
    st.floats(2, 15),
)
def test_lines_are_never_too_wide_and_nothing_is_lost(text: str, width: float) -> None:
    fonts = load_fonts([], FONTS)
    lines = wrap(text, fonts, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(measure(fonts, line) <= width for line in lines)


def test_words_stay_whole_and_chinese_breaks_between_characters() -> None:
    fonts = load_fonts([], FONTS)
    assert wrap("boil water", fonts, 4) == ["boil", "water"]
    assert wrap("水开了，倒茶", fonts, 1.9) == ["水开", "了，倒", "茶"]
    assert wrap("用 kettle 烧水", fonts, 4) == ["用 kettle", "烧水"]


def test_a_card_uses_the_font_with_most_characters_and_the_others_for_the_rest() -> None:
    fonts = load_fonts(["han.ttf", "arabic.ttf"], FONTS)
    texts = ("烧开水", "سلام سلام Kettle", "Pour", "سلا 烧")
    chosen = [order_fonts(fonts, text)[0].path.stem for text in texts]
    assert chosen == ["han", "arabic", "NotoSans-SemiBold", "arabic"]
    assert [find_missing(fonts, text) for text in texts] == [[]] * len(texts)
    assert find_missing(fonts, "烧 ❄ ☃ ☃") == ["❄", "☃"]
    assert draw("سلام Kettle", "arabic.ttf") != draw("سلام Kettlf", "arabic.ttf")


@pytest.mark.parametrize(
    ("name", "message"),
    [("none.ttf", "there is no file none.ttf"), ("site.toml", "this is not a font")],
)
def test_an_unusable_font_is_reported(name: str, message: str, tmp_path: Path) -> None:
    docs = add_cards(tmp_path, f'fonts = ["{name}"]\n')
    with pytest.raises(ConfigError, match=message):
        load_site(docs)


def test_a_missing_package_is_reported_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = add_cards(tmp_path)
    monkeypatch.setitem(extras.MODULES, "cards", ("cards_of_nobody",))
    with pytest.raises(ConfigError, match=r'pip install "docsite\[cards\]"'):
        load_site(docs)


def test_a_logo_is_part_of_the_cards(built: Folders, theme: Theme, tmp_path: Path) -> None:
    docs = add_cards(tmp_path, 'fonts = ["han.ttf"]\n')
    prepend(docs / "site.toml", 'logo = "/logo.svg"\n')
    (docs / "public/logo.svg").write_text(LOGO, encoding="utf-8")
    write(docs, theme, tmp_path / "dist")
    with_logo = set(images_in(tmp_path / "dist").values())
    assert not with_logo & set(images_in(built.output).values())
