"""A large docs folder for benchmarks: `python -m benchmarks.corpus 1000 <folder>`.

The pages of a docs folder are unchanged. Copies of them fill the sections `/s01/`, `/s02/` and
so on, in every language. Their highlighted code blocks are unique, so that no cached result of one
page applies to another.
"""

from __future__ import annotations

import argparse
import json
import posixpath
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from docsite.markdown.includes import extract_region
from docsite.pages.content import IGNORED_FOLDERS
from docsite.records import Locale, SiteConfig
from docsite.site.comments import COMMENTS_FILE
from docsite.site.config import CONFIG_FILE, load_config
from docsite.site.routes import route_for

COMMENTS = {
    "astro": "<!-- {} -->",
    "bash": "# {}",
    "css": "/* {} */",
    "diff": "# {}",
    "html": "<!-- {} -->",
    "js": "// {}",
    "json": "// {}",
    "jsx": "// {}",
    "nginx": "# {}",
    "python": "# {}",
    "sh": "# {}",
    "svelte": "<!-- {} -->",
    "toml": "# {}",
    "ts": "// {}",
    "tsx": "// {}",
    "vue": "<!-- {} -->",
    "yaml": "# {}",
}
"""The comment syntax per language. Comments may differ between translations, code may not."""

_FRONT_MATTER = re.compile(r"\+\+\+\n.*?\n\+\+\+\n", re.DOTALL)
_CODE = re.compile(
    r"^(?P<fence>`{3,})(?P<language>[\w-]*)(?P<options>[^\n]*)\n(?P<code>.*?)^(?P=fence)$"
    r"|^<<< (?P<path>[^\s#{\[]+)(?:#(?P<region>[\w-]+))?(?P<rest>[^\n]*)$",
    re.DOTALL | re.MULTILINE,
)
_DECLARED = re.compile(r"^\s*(?:export )?(?:class|const|function|let|type) (\w+)", re.MULTILINE)
_LINK = re.compile(r"(?<=\]\()[^)\s#:]+\.md")
_PATH = re.compile(r'(?<=")/[^"]*(?=")')
_TITLE = re.compile(r"^# .*?(?= \{#)", re.MULTILINE)
_TRANSLATED = re.compile(r"^\[translated\]\n(?:[\w-]+ = .*\n)*", re.MULTILINE)
"""The hashes of the translated sections. They don't apply to a copy."""
_OWN_RULES = re.compile(
    r"^(chunk_numbers|samples_are_files|track_translations) = .*\n", re.MULTILINE
)
"""Settings that only apply to the site itself."""
_MOUNT = re.compile(r"^\[\[mounts\]\]\n(?:\w.*\n)+", re.MULTILINE)
"""A folder next to the docs that the copy doesn't have."""
_LIVE = re.compile(r'(?<=^\[live\]\nfolder = ")[^"]*', re.MULTILINE)
"""The folder of the live samples, which pages need: the copy refers to the original."""


@dataclass(frozen=True)
class Section:
    """Copies of pages in one folder."""

    name: str
    """The name of the folder."""
    files: tuple[str, ...]
    """The copied sources, without language prefix. The last section may be incomplete."""


@dataclass(frozen=True)
class Copy:
    """One page of a section in one language."""

    docs: Path
    """The path of the original."""
    section: Section
    """The path of the copy."""
    file: str
    """The path of the source, without language prefix."""
    locale: Locale
    """The language of the page."""
    number: int
    """Identifies the copy of a page. It is the same in every language."""

    @property
    def folder(self) -> str:
        return self.locale.prefix.removeprefix("/")

    @property
    def target(self) -> str:
        return f"{self.folder}{self.section.name}/{self.file}"


def write_corpus(docs: Path, output: Path, page_count: int) -> None:
    """Fills an empty folder with pages. The number is rounded up to the same for each language."""
    if output.exists() and any(output.iterdir()):
        raise FileExistsError(f"{output} is not empty. Name another folder, or remove it.")
    config = load_config(docs)
    files = find_files(docs, config)
    sections = plan_sections(files, -(-page_count // len(config.locales)))
    # Samples are inlined into the pages, so their comments aren't translated.
    ignore = shutil.ignore_patterns("tests", COMMENTS_FILE)
    shutil.copytree(docs, output, dirs_exist_ok=True, ignore=ignore)
    for copy in plan_copies(docs, config, sections):
        path = output / copy.target
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render_copy(copy), encoding="utf-8")
    (output / CONFIG_FILE).write_text(render_config(docs, config, sections), encoding="utf-8")


def find_files(docs: Path, config: SiteConfig) -> tuple[str, ...]:
    """Returns the sources of the first language."""
    others = {locale.prefix.strip("/") for locale in config.locales[1:]}
    files = (path.relative_to(docs) for path in docs.rglob("*.md"))
    return tuple(
        sorted(file.as_posix() for file in files if file.parts[0] not in IGNORED_FOLDERS | others)
    )


def plan_sections(files: Sequence[str], pages_per_language: int) -> tuple[Section, ...]:
    """Returns as many sections as needed."""
    missing = pages_per_language - len(files)
    if missing < 0:
        raise ValueError(f"There are already {len(files)} pages in each language. Ask for more.")
    starts = range(0, missing, len(files))
    return tuple(
        Section(f"s{number:02}", tuple(files[: missing - start]))
        for number, start in enumerate(starts, start=1)
    )


def plan_copies(docs: Path, config: SiteConfig, sections: Sequence[Section]) -> Iterator[Copy]:
    number = 0
    for section in sections:
        for file in section.files:
            number += 1
            for locale in config.locales:
                yield Copy(docs, section, file, locale, number)


# --- Pages ----------------------------------------------------------------------------------------


def render_copy(copy: Copy) -> str:
    text = _load(copy.docs / copy.folder / copy.file)
    found = _FRONT_MATTER.match(text)
    head, body = (found[0], text[found.end() :]) if found else ("", text)
    head = _TRANSLATED.sub("", head)
    return _PATH.sub(partial(_move_path, copy), head) + "".join(_render_body(copy, body))


def _render_body(copy: Copy, body: str) -> Iterator[str]:
    start = 0
    for index, found in enumerate(_CODE.finditer(body)):
        yield _render_text(copy, body[start : found.start()], has_title=index == 0)
        yield _render_code(copy, found, index)
        start = found.end()
    yield _render_text(copy, body[start:], has_title=start == 0)


def _render_text(copy: Copy, text: str, *, has_title: bool) -> str:
    text = _LINK.sub(partial(_move_link, copy), text)
    return _TITLE.sub(rf"\g<0> {copy.section.name}", text, count=1) if has_title else text


def _move_link(copy: Copy, found: re.Match[str]) -> str:
    """Rewrites a link to the page in the same section. Other links lead to the originals."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(copy.file), found[0]))
    if target in copy.section.files:
        return found[0]
    return posixpath.relpath(target, posixpath.dirname(f"{copy.section.name}/{copy.file}"))


def _move_path(copy: Copy, found: re.Match[str]) -> str:
    """Rewrites a page path in front matter in the same way."""
    path = found[0].removeprefix(copy.locale.prefix).removeprefix("/")
    if f"/{path}" not in map(route_for, copy.section.files):
        return found[0]
    return f"{copy.locale.prefix}{copy.section.name}/{path}"


def _render_code(copy: Copy, found: re.Match[str], index: int) -> str:
    if found["path"]:
        language = found["path"].rpartition(".")[2]
        example = extract_region(_load(copy.docs / found["path"]), found["region"]) or ""
        fence, options, code = "```", found["rest"], example
    else:
        fence, language, options, code = found.group("fence", "language", "options", "code")
    code = _rename(code, copy.number)
    if language in COMMENTS:
        code += COMMENTS[language].format(f"{copy.target} {index}") + "\n"
    return f"{fence}{language}{options}\n{code}{fence}"


def _rename(code: str, number: int) -> str:
    """Renames declarations in the code, so that they are unique."""
    names = "|".join(sorted(set(_DECLARED.findall(code))))
    return re.sub(rf"\b(?:{names})\b", rf"\g<0>{number}", code) if names else code


@cache
def _load(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# --- Configuration --------------------------------------------------------------------------------


def render_config(docs: Path, config: SiteConfig, sections: Sequence[Section]) -> str:
    """Returns the original with space for any number of pages and a sidebar per section."""
    text = _MOUNT.sub("", _OWN_RULES.sub("", _load(docs / CONFIG_FILE)))
    text = _LIVE.sub(lambda found: (docs / found[0]).resolve().as_posix(), text)
    return "\n".join((text, *(_render_sidebar(config, section) for section in sections)))


def _render_sidebar(config: SiteConfig, section: Section) -> str:
    paths = {route_for(file) for file in section.files}
    groups = [group for sidebar in config.sidebars for group in sidebar.groups]
    named = {path for group in groups for path in group.pages}
    rest = sorted(paths - named)
    tables = [
        _render_group({locale.tag: section.name for locale in config.locales}, rest, section),
        *(
            _render_group(group.label, [path for path in group.pages if path in paths], section)
            for group in groups
        ),
    ]
    return f'[[sidebars]]\nunder = "/{section.name}/"\n\n' + "\n".join(filter(None, tables))


def _render_group(label: Mapping[str, str], paths: Sequence[str], section: Section) -> str:
    if not paths:
        return ""
    names = ", ".join(f"{tag} = {_quote(text)}" for tag, text in label.items())
    pages = ", ".join(_quote(f"/{section.name}{path}") for path in paths)
    return f"[[sidebars.groups]]\nlabel = {{ {names} }}\npages = [{pages}]\n"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a large docs folder.")
    parser.add_argument("pages", type=int, help="how many pages, all languages together")
    parser.add_argument("output", type=Path, help="an empty or new folder")
    parser.add_argument("--docs", type=Path, default=Path("docs"), help="what to copy")
    options = parser.parse_args()
    write_corpus(options.docs, options.output, options.pages)


if __name__ == "__main__":
    main()
