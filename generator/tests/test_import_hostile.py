"""The time of an import is linear in the length of a page, whatever it contains."""

from pathlib import Path
from time import process_time

import pytest

from docsite.importing.html_text import translate_html
from docsite.importing.mkdocs import import_mkdocs
from generator.tests.mkdocs_project import write_project
from generator.tests.support import is_linear

PARTS = (
    "<div ", "<a ", "<a href=", "<svg ", "<!--", "<!--x>", "<![CDATA[x>", "<?x", "<!x", "<div>",
    "</b>", "<div></b>", "<td><br>", '<div a="x> ', "<script>", "<blockquote>a\n\n",
)  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_time_of_html_is_linear_in_its_length(part: str) -> None:
    def seconds_for(length: int) -> float:
        start = process_time()
        translate_html(part * (length // len(part)))
        return process_time() - start

    assert is_linear(seconds_for, 4_000, floor_s=0.1)


@pytest.mark.parametrize("part", ["<div ", "<svg ", "x <a ", "<blockquote>a\n\n"])
def test_time_of_an_import_is_linear_in_the_length_of_a_page(part: str, tmp_path: Path) -> None:
    def seconds_for(length: int) -> float:
        page = f"# Tea\n\n{part * (length // len(part))}\n"
        project = write_project(tmp_path / f"{length}", {"docs/tea.md": page})
        start = process_time()
        import_mkdocs(project, tmp_path / "new", is_forced=True)
        return process_time() - start

    assert is_linear(seconds_for, 4_000, floor_s=0.5)


@pytest.mark.parametrize(
    "text", ["a < b", "<div", "a <!-- b", "<!-- a --> <b", "<![CDATA[x", "< a>"]
)
def test_html_without_an_end_stays(text: str) -> None:
    assert translate_html(text).text == text.replace("<!-- a -->", "")
