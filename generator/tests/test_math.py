r"""Formulas: `$…$` and `$$…$$`."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.build import build_site
from docsite.errors import ConfigError
from docsite.load import load_site
from docsite.markdown import ParseContext, create_parser, parse
from docsite.markdown.mathml import COMMON_STYLES, MathConverter, MathError, class_of, make_safe
from docsite.records import Document
from docsite.site import extras
from generator.tests.support import append, copy_site, folders_in, prepend, strings

PARSER = create_parser(has_math=True)
BLOCK = '<div class="math" tabindex="0"><math display="block">'
TITLE = "# Area {#area}\n\n"
STYLED = (
    r"\begin{align} a &= b \\ c &= d \end{align}",
    r"\begin{array}{|l:r} 1 & 2 \\ \hline 3 & 4 \end{array}",
    r"\begin{cases} 1 & x > 0 \\ 0 & \text{\small otherwise} \end{cases}",
    r"\textcolor{red}{x} \! y \cfrac{1}{2} \text{\textsc{small}} \textsf{a} \cancel{x}",
)
"""Formulas that the converter writes with styles."""


def parse_page(text: str) -> Document:
    return parse(TITLE + text, ParseContext("area.md", strings(), math=True), PARSER)


def body_of(text: str) -> str:
    document = parse_page(text)
    assert document.problems == ()
    return document.sections[0].body


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("$x^2$", '<p><math class="math"><msup><mi>x</mi><mn>2</mn></msup></math></p>\n'),
        (
            "$$\n\\frac{1}{2}\n$$",
            f"{BLOCK}<mfrac><mn>1</mn><mn>2</mn></mfrac></math></div>\n",
        ),
        ("a $$x$$ b", '<p>a <math class="math" display="block"><mi>x</mi></math> b</p>\n'),
        (
            "a\n$$x$$\nb",
            f"<p>a</p>\n{BLOCK}<mi>x</mi></math></div>\n<p>b</p>\n",
        ),
        (
            "a\n$$x$$ is small",
            '<p>a\n<math class="math" display="block"><mi>x</mi></math> is small</p>\n',
        ),
        (
            "$$a$$ and $$b$$",
            '<p><math class="math" display="block"><mi>a</mi></math> and '
            '<math class="math" display="block"><mi>b</mi></math></p>\n',
        ),
        ("a\n$$\nx\n$$", f"<p>a</p>\n{BLOCK}<mi>x</mi></math></div>\n"),
        ("$$5\\$$$", None),
        ("2$x$", '<p>2<math class="math"><mi>x</mi></math></p>\n'),
        ("$x$ 1", '<p><math class="math"><mi>x</mi></math> 1</p>\n'),
        ("$5 and $6", "<p>$5 and $6</p>\n"),
        ("$5–$6", "<p>$5–$6</p>\n"),
        ("from $ a to b $", "<p>from $ a to b $</p>\n"),
        (r"\$x\$", "<p>$x$</p>\n"),
        ("`$x$`", "<p><code>$x$</code></p>\n"),
        ("> $$\n> x\n> $$", None),
        ("- $$\n  x\n  $$", None),
        ("- $$\nx\n$$", None),
        ("$$\n<b>\n$$", None),
        ("$\\text{costs \\$5}$", None),
    ],
)
def test_formulas_become_mathml_without_styles(source: str, expected: str | None) -> None:
    body = body_of(source)
    assert expected is None or body == expected
    assert ("<math" in body) == (expected is None or "<math" in expected)


def find_classes(html: str) -> set[str]:
    """Returns the classes that replace styles."""
    values = re.findall(r'class="([^"]*)"', html)
    return {name for value in values for name in value.split() if name.startswith("math-")}


def test_a_styled_formula_has_one_class_attribute() -> None:
    html = make_safe('<math style="width: 50%; width: 7%" display="block"></math>', "math").html
    assert html == f'<math class="math {class_of("width:7%")}" display="block"></math>'


def test_colors_need_no_rules_so_a_new_one_only_changes_its_page() -> None:
    converted = make_safe('<math><mrow style="color: red; color: #00f;"></mrow></math>')
    assert converted == ('<math><mrow mathcolor="#00f"></mrow></math>', ())


@pytest.mark.parametrize("latex", STYLED)
def test_styles_become_classes_with_the_same_declarations(latex: str) -> None:
    document = parse_page(f"$${latex}$$")
    assert document.problems == ()
    assert document.styles
    assert find_classes(document.html) == {class_of(style) for style in document.styles}
    assert " style=" not in document.html


def test_a_site_only_contains_math_styles_if_a_page_has_a_formula(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    folders = folders_in(tmp_path, docs)
    build_site(folders)
    plain = (folders.output / "guide/start.html").read_text(encoding="utf-8")
    prepend(docs / "site.toml", "math = true\n")
    build_site(folders)
    assert (folders.output / "guide/start.html").read_text(encoding="utf-8") == plain
    for file in ("guide/pour.md", "zh/guide/pour.md"):
        append(docs / file, f"\n$$\n{STYLED[0]}\n$$\n")
    assert build_site(folders).problems == ()
    document = (folders.output / "guide/pour.html").read_text(encoding="utf-8")
    assert find_classes(document)
    for name in find_classes(document):
        assert f".{name}{{" in document
    assert "div.math" in document
    # So that other formulas don't change all documents.
    for style in COMMON_STYLES:
        assert f".{class_of(style)}{{{style}}}" in document


@pytest.mark.parametrize("latex", STYLED[:3])
def test_the_styles_of_environments_are_common(latex: str) -> None:
    styles = parse_page(f"$${latex}$$").styles
    assert {*styles} <= {*COMMON_STYLES}


def test_equations_are_numbered_across_the_page() -> None:
    equation = "$$\n\\begin{equation} x \\end{equation}\n$$\n\n"
    assert re.findall(r"\(\d\)", body_of(equation * 2)) == ["(1)", "(2)"]


@pytest.mark.parametrize(
    ("source", "line", "message"),
    [
        ("a\nb $\\nope$", 4, "Unknown command"),
        ("$$\nx\n\\nope\n$$", 5, "Unknown command"),
        ("$a\n+ b$ and $\\nope$", 4, "Unknown command"),
        ("| a |\n| - |\n| $\\nope$ |", 5, "Unknown command"),
        ("$\\frac{1}$", 3, "can't be converted"),
        ("$\\href{javascript:alert(1)}{x}$", 3, "Unknown command"),
        ("$$\n\\begin{align} x \\label{a} \\end{align}\n$$", 3, "labels aren't allowed"),
        ("$$\nx\n\ny", 3, "don't enclose a formula"),
    ],
)
def test_errors_have_a_line_and_a_hint(source: str, line: int, message: str) -> None:
    (problem,) = parse_page(source).problems
    assert (problem.file, problem.line) == ("area.md", line)
    assert message in problem.message
    assert "\\$" in problem.hint


@pytest.mark.parametrize(
    "html",
    [
        '<math><mi onclick="a">x</mi></math>',
        "<math><script>a</script></math>",
        '<math><mtext><a href="javascript:a">x</a></mtext></math>',
        '<math><mi style="position:fixed">x</mi></math>',
        '<math><mi style="color:url(a)">x</mi></math>',
        "<math><mi>x</mi><!-- a --></math>",
        "<math><mi ID=a>x</mi></math>",
    ],
)
def test_other_markup_is_rejected(html: str) -> None:
    with pytest.raises(MathError, match=r"allowed|unknown markup"):
        make_safe(html)


@given(st.text(st.sampled_from(r"\{}^_&<>\"'=$#% abx1") | st.sampled_from("é中م"), max_size=40))
def test_any_text_becomes_safe_markup_or_an_error(latex: str) -> None:
    try:
        html = MathConverter().convert(latex, is_display=False).html
    except MathError:
        return
    assert re.search(r"<(?!/?(m[a-z]+|none|b|code|em|i|s|span|u)[ />])", html) is None
    assert re.search(r' (style|on[a-z]+|href|id)="', html) is None


@pytest.mark.parametrize(
    "source", ["a $x_1 * y_1$ b", "$$\na \\\\\nb\n$$", "\\$5 and \\$6", "| $x$ |\n| --- |\n| b |"]
)
def test_markdown_copies_contain_the_formulas(source: str) -> None:
    markdown = parse_page(source).markdown
    assert markdown == f"# Area\n\n{source}\n"


def test_alternative_texts_of_images_contain_the_latex_code() -> None:
    document = parse_page("![Graph of $x^2$](/graph.svg)")
    assert 'alt="Graph of $x^2$"' in document.html
    assert "![Graph of $x^2$]" in document.markdown
    assert "math" not in document.html


def test_search_and_titles_contain_the_latex_code() -> None:
    document = parse_page("An $e^x$.\n\n$$\na\n+ b\n$$\n\n## The $x^2$ rule {#rule}")
    assert document.sections[0].lines == ("An e^x.", "a + b")
    assert document.headings[1].title == "The x^2 rule"
    assert [prose.text for prose in document.prose][1] == "An `…`."


@pytest.mark.parametrize(
    ("original", "translated", "is_equal"),
    [
        ("x + \\text{water}", "x + \\text{水}", True),
        ("x + \\text{water}", "x  +\\text{ 水 }", False),
        ("x + \\text{water}", "y + \\text{水}", False),
        ("\\text{if {\\it warm} water}", "\\text{{\\it 温}水}", True),
        ("\\text{water} x", "\\text{{水}} y", False),
        ("\\mbox{water}", "\\mbox{水}", True),
        ("\\operatorname{heat} x", "\\operatorname{热} x", True),
    ],
)
def test_only_text_in_a_formula_can_be_translated(
    original: str, translated: str, is_equal: bool, tmp_path: Path
) -> None:
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", "math = true\n")
    append(docs / "guide/pour.md", f"\n${original}$\n")
    append(docs / "zh/guide/pour.md", f"\n${translated}$\n")
    messages = [problem.message for problem in load_site(docs).problems]
    differences = [message for message in messages if message.startswith("A formula differs")]
    assert len(differences) == (not is_equal)


def test_dollar_signs_are_text_by_default(tmp_path: Path) -> None:
    docs = copy_site(tmp_path)
    append(docs / "guide/pour.md", "\nIt costs $5$ and $$.\n")
    assert load_site(docs).problems == ()


def test_a_missing_package_is_reported_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = copy_site(tmp_path)
    prepend(docs / "site.toml", "math = true\n")
    monkeypatch.setitem(extras.MODULES, "math", ("math_core_of_nobody",))
    with pytest.raises(ConfigError, match=r'pip install "docsite\[math\]"'):
        load_site(docs)
