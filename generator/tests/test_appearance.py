"""The accent color, the styles and the head of a site."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.build import Folders, build_site
from docsite.digests import policy_hash
from docsite.emit.appearance import style_theme
from docsite.errors import ConfigError
from docsite.load import load_site
from docsite.node.theme import Theme, load_theme
from docsite.records import SiteConfig
from docsite.site.colors import (
    READABLE,
    contrast_of,
    find_readable,
    lowest_contrast,
    parse_hex,
    parse_tokens,
)
from docsite.site.config import load_config, parse_config
from generator.tests.support import ROOT, SITES, append, copy_site, folders_in, prepend

CONFIG = """\
accent = { light = "#0b57d0" }
styles = "brand.css"
head = [
  { tag = "meta", attributes = { name = "verification", content = "a\\"b<c" } },
  { tag = "link", attributes = { rel = "me", href = "https://people.example/kettle" } },
  { tag = "link", attributes = { rel = "manifest", href = "/site.webmanifest" } },
  { tag = "script", text = "globalThis.ownScript = 1 < 2;" },
]
"""
STYLES = ".prose { letter-spacing: 0.01em }\n"
hex_colors = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    folder = tmp_path_factory.mktemp("built")
    docs = copy_site(folder)
    prepend(docs / "site.toml", CONFIG)
    (docs / "brand.css").write_text(STYLES, encoding="utf-8")
    folders = folders_in(folder, docs)
    assert build_site(folders).problems == ()
    return folders


@pytest.fixture(scope="module")
def theme(built: Folders) -> Theme:
    return load_theme(built.theme, built.bundles)


def documents(built: Folders) -> Mapping[str, str]:
    return {
        path.relative_to(built.output).as_posix(): path.read_text(encoding="utf-8")
        for path in built.output.rglob("*.html")
    }


def config_with(text: str) -> SiteConfig:
    return parse_config(text + (SITES / "good/site.toml").read_text(encoding="utf-8"))


def test_documents_contain_the_styles_and_their_policy_allows_them(built: Folders) -> None:
    for name, document in documents(built).items():
        styles = re.search(r"<style>(.*?)</style>", document, re.DOTALL)
        assert styles, name
        assert styles[1].endswith(STYLES)
        assert "--plum:light-dark(#0b57d0,#" in styles[1]
        assert policy_hash(styles[1]) in document
        assert "font-src &#x27;self&#x27;" in document
    headers = (built.output / "_headers").read_text(encoding="utf-8")
    assert "font-src 'self'" in headers


def test_files_with_styles_of_other_layouts_end_with_those_of_the_site(built: Folders) -> None:
    document = documents(built)["guide/start.html"]
    found = re.search(r'"otherStyles":"([^"]+)"', document)
    assert found
    assert (built.output / found[1].removeprefix("/")).read_text(encoding="utf-8").endswith(STYLES)


def test_documents_contain_the_elements_of_the_head(built: Folders) -> None:
    script = "globalThis.ownScript = 1 < 2;"
    for name, document in documents(built).items():
        head = document.partition("</head>")[0]
        assert head.count('<meta name="verification" content="a&quot;b&lt;c">') == 1, name
        assert '<link rel="me" href="https://people.example/kettle">' in head
        assert head.endswith(f"<script>{script}</script>")
        assert policy_hash(script) in document
        assert "manifest-src &#x27;self&#x27;" in document
    headers = (built.output / "_headers").read_text(encoding="utf-8")
    assert policy_hash(script) in headers
    assert "manifest-src 'self'" in headers


def test_a_site_without_these_keys_has_the_styles_of_the_theme(theme: Theme) -> None:
    assert style_theme(theme, load_config(SITES / "good"), SITES / "good") is theme


def test_styles_of_rare_content_are_only_on_sites_that_have_it(
    theme: Theme, tmp_path: Path
) -> None:
    docs = copy_site(tmp_path)
    plain = load_site(docs)
    assert style_theme(theme, plain.config, docs, plain.pages) is theme
    append(docs / "guide/start.md", "\n::: steps\n\n1. Fill it.\n\n:::\n")
    site = load_site(docs)
    styled = style_theme(theme, site.config, docs, site.pages)
    for layout in styled.layouts.values():
        assert ".steps" in layout.styles
        assert ".file-tree" not in layout.styles


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("::: steps\n\n- Fill it.\n\n:::", "not allowed in steps"),
        ("::: steps\n\n1. Fill it.\n\nText.\n\n:::", "not allowed in steps"),
        ("::: file-tree\n\n1. docs\n\n:::", "not allowed in file-tree"),
        ("::: link-cards Tea\n\n- [a](/)\n\n:::", "The container link-cards can't have a title"),
    ],
)
def test_a_container_for_a_list_contains_one_list(tmp_path: Path, text: str, message: str) -> None:
    docs = copy_site(tmp_path)
    append(docs / "guide/start.md", f"\n{text}\n")
    problems = [problem for problem in load_site(docs).problems if message in problem.message]
    assert len(problems) == 1
    assert problems[0].line


def test_a_change_of_the_styles_is_a_new_version_of_the_theme(theme: Theme, tmp_path: Path) -> None:
    hashes = set()
    for text in ("a{}", "b{}"):
        (tmp_path / "brand.css").write_text(text, encoding="utf-8")
        hashes.add(style_theme(theme, config_with('styles = "brand.css"\n'), tmp_path).hash)
    assert len(hashes | {theme.hash}) == 3


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("missing.css", None, "there is no file missing.css"),
        ("../outside.css", "a{}", "there is no file ../outside.css"),
        ("brand.css", "/* </STYLE> */", "brand.css contains </style"),
    ],
)
def test_styles_that_cannot_be_used_are_reported(
    theme: Theme, tmp_path: Path, name: str, text: str | None, message: str
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    if text is not None:
        (docs / name).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message):
        style_theme(theme, config_with(f'styles = "{name}"\n'), docs)


def test_an_accent_without_enough_contrast_is_reported_with_a_similar_color(theme: Theme) -> None:
    with pytest.raises(ConfigError, match=r"accent\.light: the contrast .* only 1\.\d") as found:
        style_theme(theme, config_with('accent = { light = "#ffcc00" }\n'), ROOT)
    suggested = re.search(r"#[0-9a-f]{6}", found.value.hint)
    assert suggested
    assert style_theme(theme, config_with(f'accent = {{ light = "{suggested[0]}" }}\n'), ROOT)
    dark = 'accent = { light = "#0b57d0", dark = "#0b57d0" }\n'
    with pytest.raises(ConfigError, match=r"accent\.dark"):
        style_theme(theme, config_with(dark), ROOT)


@given(hex_colors)
def test_an_accepted_accent_can_be_read_in_both_modes(theme: Theme, color: str) -> None:
    accent = theme.accent
    assert accent
    try:
        styled = style_theme(theme, config_with(f'accent = {{ light = "{color}" }}\n'), ROOT)
    except ConfigError:
        return
    tokens = parse_tokens(theme.layouts["doc"].styles)
    added = styled.layouts["doc"].styles.removeprefix(theme.layouts["doc"].styles)
    chosen = {
        name: (parse_hex(light), parse_hex(dark))
        for name, light, dark in re.findall(r"(--[\w-]+):light-dark\((\S{7}),(\S{7})\)", added)
    }
    known = {**tokens, **chosen}
    for mode in (0, 1):
        backgrounds = [known[name][mode] for name in accent.surfaces]
        # Tints are rounded to hexadecimal numbers.
        assert lowest_contrast(known[accent.color][mode], backgrounds) >= READABLE - 0.05


def test_surfaces_have_the_hue_of_the_accent_and_text_on_them_stays_readable(theme: Theme) -> None:
    tokens = parse_tokens(theme.layouts["doc"].styles)
    texts = [name for name in tokens if re.match("--(?:ink|code-(?!inline))", name)]
    assert len(texts) >= 8
    assert theme.accent
    for color in ("#0b57d0", "#0a6b2d", "#9a1b1b", "#6b5200", "#555555"):
        styled = style_theme(theme, config_with(f'accent = {{ light = "{color}" }}\n'), ROOT)
        accent = parse_hex(color)
        added = styled.layouts["doc"].styles.removeprefix(theme.layouts["doc"].styles)
        for name in theme.accent.surfaces:
            dark = re.search(rf"{name}:light-dark\(\S{{7}},(\S{{7}})\)", added)
            assert dark, f"{name} keeps the hue of the theme"
            surface = parse_hex(dark[1])
            turn = abs(surface.hue - accent.hue) % 360
            assert surface.chroma < 0.005 or min(turn, 360 - turn) < 12, (color, name)
            for text in texts:
                if text.startswith("--ink") or name == "--code":
                    assert contrast_of(tokens[text][1], surface) >= READABLE, (color, name, text)


@given(hex_colors)
def test_a_color_survives_its_conversion(color: str) -> None:
    assert parse_hex(color).hex == color


def test_contrast_is_that_of_wcag() -> None:
    black, white, gray = map(parse_hex, ("#000000", "#ffffff", "#767676"))
    assert contrast_of(black, white) == pytest.approx(21)
    assert contrast_of(gray, white) == pytest.approx(4.54, abs=0.01)


@given(hex_colors, st.lists(hex_colors, min_size=1, max_size=3))
def test_a_readable_color_is_found_or_there_is_none(color: str, backgrounds: list[str]) -> None:
    grounds = [parse_hex(each) for each in backgrounds]
    found = find_readable(parse_hex(color), grounds)
    if found:
        assert lowest_contrast(found, grounds) >= READABLE
    else:
        ends = (parse_hex("#000000"), parse_hex("#ffffff"))
        assert all(lowest_contrast(end, grounds) < READABLE for end in ends)


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ('tag = "base"', "is not an element of the head"),
        ('tag = "link", attributes = { onload = "x()" }', "attribute onload isn't allowed"),
        ('tag = "meta", attributes = { http-equiv = "refresh" }', "http-equiv isn't allowed"),
        ('tag = "meta", attributes = { "a b" = "c" }', "attribute a b isn't allowed"),
        ('tag = "meta", text = "x"', "only a script without src can have `text`"),
        ('tag = "script", text = "\'</SCRIPT>\'"', "contains </script"),
        ('tag = "script", attributes = { src = "https://x.example/a.js" }', "policy blocks"),
        ('tag = "script", attributes = { src = "//x.example/a.js" }', "policy blocks"),
        ('tag = "link", attributes = { rel = "Stylesheet", href = "/a.css" }', "policy blocks"),
    ],
)
def test_elements_that_the_policy_would_block_or_that_could_bypass_it_are_reported(
    tag: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message) as found:
        config_with(f"head = [{{ {tag} }}]\n")
    assert found.value.hint


def test_a_color_must_be_hexadecimal() -> None:
    with pytest.raises(ConfigError, match="is not a color"):
        config_with('accent = { light = "red" }\n')
