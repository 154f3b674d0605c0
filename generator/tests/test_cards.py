"""Social cards."""

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.build import Folders, build_site
from docsite.cache import Cache
from docsite.emit import cards
from docsite.emit.card_image import HEIGHT, WIDTH, Style, draw_card, render_png, wrap
from docsite.emit.cards import write_cards
from docsite.emit.output import Output
from docsite.errors import ConfigError, RenderError
from docsite.load import load_site
from docsite.node.theme import Theme, load_theme
from docsite.pages.cards import Card
from docsite.records import Direction
from docsite.site import extras
from docsite.site.fonts import (
    DEFAULT_FONT,
    Font,
    find_missing,
    load_fonts,
    measure,
    order_fonts,
)
from docsite.site.images import read_size
from generator.tests.support import (
    FIXTURES,
    append,
    copy_site,
    edit,
    folders_in,
    memory_cache,
    prepend,
)

FONTS = FIXTURES / "fonts"
MAX_BYTES = 30_000
MARGIN = 80
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
STYLE = Style("#ffffff", "#000000", "#555555", "#0000ff", "#eeeeee")
ZERO_WIDTH_NON_JOINER = "\u200c"
"""Between two Arabic letters, it prevents them from being joined."""
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
    """A site in English and Chinese, with a font for each, and a feed."""
    folder = tmp_path_factory.mktemp("cards")
    docs = add_cards(folder, 'fonts = ["han.ttf"]\n')
    edit(docs / "guide/pour.md", "+++\n", "+++\nfeed = true\n")
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        append(docs / file, "\n## 1.0 (2026-11-02) {#v1}\n\n1.0\n")
    folders = folders_in(folder, docs)
    assert build_site(folders).problems == ()
    return folders


@pytest.fixture(scope="module")
def theme(built: Folders) -> Theme:
    return load_theme(built.theme, built.bundles)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The docs of a site in which one page in each language has its own card. The title of one of
    them contains control characters."""
    docs = add_cards(
        tmp_path_factory.mktemp("few"), 'under = ["/guide/pour"]\nfonts = ["han.ttf"]\n'
    )
    edit(docs / "guide/pour.md", "# Pour", "# Po\b\x1bur")
    return docs


def write(docs: Path, theme: Theme, output: Path) -> Mapping[str, str]:
    """Writes only the cards. Returns their alt text by the paths of pages."""
    with memory_cache() as cache:
        return write_with(cache, docs, theme, output)


def write_with(cache: Cache, docs: Path, theme: Theme, output: Path) -> Mapping[str, str]:
    with Output(output, cache) as written:
        heads = write_cards(load_site(docs), theme, docs, written, cache)
        written.commit()
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


def test_every_document_references_its_card(built: Folders) -> None:
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


@pytest.mark.parametrize(("prefix", "alt"), [("", "Start · Kettle"), ("zh/", "开始 · Kettle")])
def test_a_document_has_both_its_card_and_the_feeds_of_its_language(
    prefix: str, alt: str, built: Folders
) -> None:
    name = f"{prefix}guide/start.html"
    assert metadata_of(built.output, name)["og:image:alt"] == alt
    document = (built.output / name).read_text(encoding="utf-8")
    assert document.count('property="og:image"') == 1
    feeds = re.findall(r'type="application/atom\+xml"[^>]* href="(.*?)"', document)
    assert feeds == [f"https://kettle.example/{prefix}guide/pour.xml"]


def test_only_listed_pages_have_their_own_cards_and_names_only_depend_on_images(
    built: Folders, few: Path, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Simulates another version of docsite or Python.
    monkeypatch.setattr(cards, "code_digest", lambda: "other")
    alts = write(few, theme, tmp_path)
    assert alts["/guide/pour.html"] == "Pour · Kettle"
    assert alts["/guide/start.html"] == "Kettle · Boils water"
    assert alts["/zh/guide/start.html"] == "Kettle · 烧开水"
    images = images_in(tmp_path)
    assert len(images) == 4
    # The same images, because control characters aren't drawn.
    assert images.items() <= images_in(built.output).items()


def test_unchanged_cards_are_reused(
    few: Path, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with memory_cache() as cache:
        write_with(cache, few, theme, tmp_path / "kept")
        expected = images_in(tmp_path / "kept")
        monkeypatch.setattr(cards, "render_png", lambda *_: pytest.fail("rendered again"))
        for output in (tmp_path / "kept", tmp_path / "new"):
            write_with(cache, few, theme, output)
            assert images_in(output) == expected


def test_characters_without_a_font_are_reported_and_the_page_uses_the_default_card(
    theme: Theme, tmp_path: Path
) -> None:
    docs = add_cards(tmp_path, 'under = ["/guide/pour"]\n')
    (problem,) = load_site(docs).problems
    assert (problem.severity, problem.file) == ("warning", "site.toml")
    assert "on 1 page and the default card in zh-CN: " in problem.message
    assert "the default card in en-US" in problem.hint
    assert "cards.fonts" in problem.hint
    alts = write(docs, theme, tmp_path / "dist")
    # The default card needs the same font, so it is the one of the first language.
    assert alts["/zh/guide/pour.html"] == alts["/"] == "Kettle · Boils water"
    assert alts["/guide/pour.html"] == "Pour · Kettle"
    assert len(images_in(tmp_path / "dist")) == 2


def test_a_missing_font_is_reported_for_the_pages_that_need_it(tmp_path: Path) -> None:
    docs = add_cards(tmp_path, 'fonts = ["han.ttf"]\n')
    for name in ("start", "pour"):
        edit(docs / f"guide/{name}.md", "\n# ", "\n# ☀☁☂☃☄★ ")
    (problem,) = load_site(docs).problems
    assert problem.message.endswith("on 2 pages in en-US: ☀ ☁ ☂ ☃ ☄ …")
    assert problem.hint.startswith("The affected pages use the default card. ")


def test_pages_have_no_image_if_no_default_card_can_be_drawn(theme: Theme, tmp_path: Path) -> None:
    docs = add_cards(tmp_path, "under = []\n")
    edit(docs / "site.toml", "Boils water", "Boils ☃")
    problems = load_site(docs).problems
    assert [problem.hint.partition(".")[0] for problem in problems] == [
        "The affected pages have no image"
    ] * 2
    assert write(docs, theme, tmp_path / "dist") == {}


def test_a_card_that_cannot_be_rendered_is_reported_with_its_page() -> None:
    with pytest.raises(RenderError, match=r"/guide/pour\.html can't be rendered"):
        render_png("<svg", load_fonts([], FONTS), "/guide/pour.html")


@pytest.mark.parametrize("name", ["og:image", "twitter:card"])
def test_elements_of_the_head_that_conflict_with_cards_are_reported(
    name: str, tmp_path: Path
) -> None:
    docs = add_cards(tmp_path)
    element = f'{{ tag = "meta", attributes = {{ property = "{name}", content = "/a.png" }} }}'
    prepend(docs / "site.toml", f"head = [{element}]\n")
    with pytest.raises(ConfigError, match=f"{name} conflicts with the social cards"):
        load_site(docs)


def test_sites_without_the_table_have_no_cards(theme: Theme, tmp_path: Path) -> None:
    assert write(copy_site(tmp_path), theme, tmp_path / "dist") == {}
    assert not (tmp_path / "dist/assets").exists()


def draw(title: str, fonts: Sequence[Font], direction: Direction = "ltr") -> str:
    return draw_card(Card(title, "", "", direction), STYLE, fonts)


def has_ink(title: str, fonts: Sequence[Font], left: int, right: int) -> bool:
    """Whether a title from right to left covers a part of the card between two columns."""
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    part = f'viewBox="{left} 200 {right - left} 300" width="{right - left}" height="300"'
    images = [
        render_png(draw(text, fonts, "rtl").replace(size, part, 1), fonts, "")
        for text in (title, "")
    ]
    return images[0] != images[1]


def test_arabic_letters_are_joined() -> None:
    fonts = order_fonts(load_fonts(["arabic.ttf"], FONTS), "سلام")
    separated = ZERO_WIDTH_NON_JOINER.join("سلام")
    assert find_missing(fonts, separated) == []
    assert measure(fonts, "سلام") < measure(fonts, separated)


def test_right_to_left_text_starts_at_the_right_margin() -> None:
    fonts = order_fonts(load_fonts(["arabic.ttf"], FONTS), "سلام")
    assert has_ink("سلام", fonts, WIDTH - MARGIN - 40, WIDTH - MARGIN)
    assert not has_ink("سلام", fonts, WIDTH - MARGIN + 2, WIDTH)
    assert not has_ink("سلام", fonts, 0, WIDTH // 2)


def test_a_font_may_have_a_name_that_is_not_an_identifier(tmp_path: Path) -> None:
    name, other = "Noto Sans", "Exo, 2 3D"
    data = DEFAULT_FONT.read_bytes()
    for encoding in ("utf-16-be", "ascii"):
        data = data.replace(name.encode(encoding), other.encode(encoding))
    (tmp_path / "renamed.ttf").write_bytes(data)
    renamed, default = load_fonts(["renamed.ttf"], tmp_path)
    assert renamed.family.startswith(other)
    images = [render_png(draw("Pour", [font]), [font], "") for font in (renamed, default)]
    assert images[0] == images[1]


def test_a_long_title_is_smaller_and_then_shortened() -> None:
    fonts = load_fonts([], FONTS)
    sizes = {}
    for length in (20, 90, 900):
        svg = draw_card(Card((TITLE * 10)[:length], "", "", "ltr"), STYLE, fonts)
        sizes[length] = max(map(int, re.findall(r'font-size="(\d+)"', svg)))
        assert ("…" in svg) == (length == 900)
        assert svg.count("<text") <= 4
    assert sizes[20] > sizes[90] >= sizes[900]
    assert len(render_png(svg, fonts, "")) < MAX_BYTES


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
    _, arabic, default = fonts
    assert find_missing([arabic], "Pour") == ["P", "o", "u", "r"]
    images = [render_png(draw("Pour", few), few, "") for few in ([arabic, default], [default])]
    assert images[0] == images[1]


def test_a_long_word_is_not_split_before_a_combining_mark() -> None:
    fonts = load_fonts([], FONTS)
    lines = wrap("e\u0301" * 9, fonts, 2)
    assert len(lines) > 1
    assert all(line.startswith("e") and line.endswith("\u0301") for line in lines)
    assert wrap("水\ufe00水\ufe00", fonts, 1) == ["水\ufe00", "水\ufe00"]
    svg = draw("e\u0301" * 200, fonts)
    assert "e\u0301…" in svg


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.ttf", "none.ttf doesn't exist"),
        ("public", "public doesn't exist"),
        ("site.toml", "site.toml is not a font"),
        ("../han.ttf", "isn't in the docs folder"),
    ],
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
    docs = add_cards(tmp_path, 'under = []\nfonts = ["han.ttf"]\n')
    prepend(docs / "site.toml", 'logo = "/logo.svg"\n')
    (docs / "public/logo.svg").write_text(LOGO, encoding="utf-8")
    write(docs, theme, tmp_path / "dist")
    with_logo = set(images_in(tmp_path / "dist").values())
    assert len(with_logo) == 2
    assert not with_logo & set(images_in(built.output).values())
