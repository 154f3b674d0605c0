"""An import reads only the project: no files outside its folder, of Git, hidden or ignored."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from shutil import rmtree

import pytest

from docsite.cli import main
from docsite.errors import ConfigError
from docsite.importing.mkdocs import import_mkdocs
from generator.tests.mkdocs_project import CONFIG, write_project

MARKER = "xyzzy-"  # in content, never in names
REFUSED = (
    "../secret.md", "../.env", "../.git/config", ".git/config", ".env", ".hidden/note.md",
    "ignored.md", "build/note.md",
)  # fmt: skip
"""Files, relative to the project. Their contents are secret."""
LINKS = {f"docs/link-{number}.md": name for number, name in enumerate(REFUSED)}
REFERENCES = (
    '--8<-- "{0}"', '--8<--\n{0}\n--8<--', '{{% include-markdown "../{0}" %}}', "{{* ../{0} *}}",
    '```python\n--8<-- "{0}"\n```', '--8<-- "docs/{1}"', "[link](../{0})", "![image](../{0})",
    '<img src="../{0}">', '{{% include "{1}" %}}',
)  # fmt: skip


@pytest.fixture(params=["", "kettle"], ids=["outer repository", "own repository"])
def project(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    references = "\n\n".join(
        text.format(name, Path(link).name) for link, name in LINKS.items() for text in REFERENCES
    )
    config = CONFIG.replace("base_path: [snippets]", "base_path: [snippets, .]").replace(
        "auto_append: [shared.md]", "auto_append: [../.env, .env, ignored.md]"
    )
    config += (
        "extra_css: [../.env, ../../.env, ../ignored.md, link-0.md]\n"
        "exclude_docs: |\n  !.listed.md\n  !.meta.yml\n"
    ) + "".join(f"x{number}: !ENV {name}\n" for number, name in enumerate(REFUSED))
    config = config.replace("  - search\n", "  - search\n  - meta: { meta_file: .env }\n")
    pages = {"docs/refer.md": f"# Refer\n\n{references}\n", ".gitignore": "ignored*\nbuild/\n"}
    folder = write_project(tmp_path / "kettle", pages, config)
    for each in (tmp_path, folder):
        subprocess.run(["git", "init", "--quiet", str(each)], check=True)
    numbers = count()
    own = ("docs/ignored.md", "docs/ignored.svg", "docs/.listed.md", "docs/.env", "docs/build/a.md")
    for name in (*REFUSED, *own):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as text:
            text.write(f"# title: {MARKER}{next(numbers)}\n")
    if not request.param:
        rmtree(folder / ".git")
    for link, name in LINKS.items():
        (folder / link).symlink_to(folder / name)
    (folder / "docs/folder").symlink_to(tmp_path)
    return folder


def read_all(folder: Path) -> Iterator[bytes]:
    yield from (path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_nothing_else_is_read_into_the_output_or_messages(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code = main(["import", "mkdocs", str(project), str(tmp_path / "new")])
    output = "".join(capfd.readouterr())
    notes = (tmp_path / "new/import-notes.txt").read_text(encoding="utf-8")
    assert code in (0, 1)
    assert "Refer" in (tmp_path / "new/refer.md").read_text(encoding="utf-8")
    assert not [
        text for text in (*read_all(tmp_path / "new"), output.encode()) if MARKER.encode() in text
    ]
    own = {"docs/ignored.md", "docs/ignored.svg", "docs/.listed.md", "docs/build", "docs/folder"}
    assert not [name for name in {*REFUSED, *LINKS, *own} if name not in notes]


@pytest.mark.parametrize(
    "name", ["../../secret.yml", "../.env", ".git/description", ".env", "ignored"]
)
@pytest.mark.parametrize("is_link", [False, True])
def test_settings_are_read_only_from_the_project(name: str, is_link: bool, tmp_path: Path) -> None:
    folder = write_project(
        tmp_path / "outer/kettle",
        {name: f"site_name: {MARKER}\n{MARKER}:", ".gitignore": "ignored\n"},
        f"INHERIT: {'base.yml' if is_link else name}\n",
    )
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    (folder / "base.yml").symlink_to(folder / name)
    with pytest.raises(ConfigError, match="INHERIT") as error:
        import_mkdocs(folder, tmp_path / "new")
    assert MARKER not in f"{error.value} {error.value.hint}"
    assert not (tmp_path / "new").exists()


def test_a_configuration_that_is_a_link_out_of_the_project_is_not_read(tmp_path: Path) -> None:
    folder = write_project(tmp_path / "kettle", {"../secret.yml": f"site_name: {MARKER}\n"})
    (folder / "mkdocs.yml").unlink()
    (folder / "mkdocs.yml").symlink_to("../secret.yml")
    with pytest.raises(ConfigError, match="isn't in the project"):
        import_mkdocs(folder, tmp_path / "new")


@pytest.mark.parametrize("is_whole", [False, True])
def test_an_import_from_an_ignored_folder_is_complete(tmp_path: Path, is_whole: bool) -> None:
    """For example of an unpacked archive in `build/`."""
    folder = tmp_path / ("build/kettle" if is_whole else "build")
    write_project(folder, {})
    (tmp_path / ".gitignore").write_text("build/\n", encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert import_mkdocs(folder, tmp_path / "new").pages == 2
