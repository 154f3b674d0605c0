"""Code blocks: options, snippets and annotations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

from docsite.importing.context import Context, Converted
from docsite.importing.includes import Snippet, dedent_code, read_snippet
from docsite.importing.lines import Line, find_fence_end, indent, open_fence
from docsite.importing.summary import Construct, Outcome
from docsite.site.comments import language_of
from docsite.site.languages import LANGUAGES

FENCE = re.compile(r"(?:`{3,}|~{3,})[^`]*$")
CODE_INCLUDE = re.compile(r"\{\*\s*(?P<path>\S+)(?P<options>.*?)\*\}\s*$")

_ATTRIBUTE = re.compile(r"""(?P<name>[\w-]+)\s*=\s*(?P<value>"[^"]*"|'[^']*'|[^\s{}]+)""")
_CLASS = re.compile(r"(?<!\S)\.(?P<name>[\w+#-]+)")
_LANGUAGE = re.compile(r"[\w+#.-]+")
_INCLUDE_OPTION = re.compile(r"""(?P<name>hl|ln|title)\[(?P<value>[^\]]*)\]""")
_ANNOTATION = re.compile(r"\((\d+)\)!")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_UNSAFE = str.maketrans("[]", "()")
_DIAGRAMS = frozenset({"mermaid", "plantuml", "dot", "graphviz"})
_ALIASES = {
    **dict.fromkeys(("python3", "py3", "pycon", "python-console", "ipython", "ipython3"), "python"),
    **dict.fromkeys(("shell-session", "bash-session", "sh-session", "terminal"), "console"),
    **dict.fromkeys(("pwsh-session", "ps1con"), "powershell"),
    **dict.fromkeys(("cfg", "conf", "editorconfig"), "ini"),
    **dict.fromkeys(("output", "none", "no-highlight", "requirements", "tree"), "text"),
    **dict.fromkeys(("jinja2", "html+jinja", "django"), "jinja"),
    "node": "javascript",
    "golang": "go",
    "pyproject.toml": "toml",
    "yaml+jinja": "yaml",
    "udiff": "diff",
    "rest": "rst",
    "postgresql": "sql",
    "psql": "sql",
}
"""Pygments names of languages, and the names that docsite's highlighter uses."""

_SUFFIXES = {
    "js": "javascript",
    "md": "markdown",
    "py": "python",
    "rs": "rust",
    "sh": "bash",
    "ts": "typescript",
    "yml": "yaml",
}
"""The languages of included files whose names differ from the suffix."""


@dataclass(frozen=True)
class Info:
    """The info string of a fence."""

    language: str
    title: str
    lines: str
    """The highlighted lines, such as `1,3-4`."""
    is_complete: bool
    """Whether the language and every option have an equivalent."""

    def render(self) -> str:
        title = self.title.translate(_UNSAFE).strip()
        parts = (self.lines and f"{{{self.lines}}}", title and f"[{title}]")
        return "".join(f" {part}" for part in parts if part)


def parse_info(text: str) -> Info:
    """Parses `python title="a.py" hl_lines="2 4-5"` or `{ .python .annotate title="a.py" }`."""
    options = {each["name"]: each["value"].strip("\"'") for each in _ATTRIBUTE.finditer(text)}
    rest = _ATTRIBUTE.sub("", text).strip()
    named = _LANGUAGE.match(rest)
    classes = [each["name"] for each in _CLASS.finditer(rest.replace("{", " ").replace("}", " "))]
    is_named = named is not None and not rest.startswith((".", "{"))
    written = (named[0] if named and is_named else next(iter(classes), "")).lower()
    language = _ALIASES.get(written, written)
    is_known = language in LANGUAGES
    lines = re.findall(r"\d+(?:-\d+)?", options.get("hl_lines", ""))
    return Info(
        language=language if is_known else "text",
        title=options.get("title", ""),
        lines=",".join(lines),
        is_complete=is_known and not options.keys() - {"hl_lines", "title"},
    )


def convert_fence(
    _found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted:
    line = lines[at]
    end = find_fence_end(lines, at)
    opened = open_fence(line.text)
    info = parse_info(opened["info"] if opened else "")
    fence = opened["fence"] if opened else "```"
    width = line.indent
    body = [
        each.to(each.text[min(width, each.indent) :], is_code=True) for each in lines[at + 1 : end]
    ]
    _count(info, line, context)
    block = _include_file(body, info, context) or [
        line.to(f"{fence}{info.language}{info.render()}", is_code=True),
        *_convert_code(body, context),
        line.to(fence, is_code=True),
    ]
    return indent(block, width), min(end + 1, len(lines))


def _count(info: Info, line: Line, context: Context) -> None:
    if info.language in _DIAGRAMS:
        context.summary.skip(Construct.DIAGRAM, line, info.language)
    else:
        outcome = Outcome.CONVERTED if info.is_complete else Outcome.SIMPLIFIED
        context.summary.count(Construct.CODE, outcome)


def _include_file(body: Sequence[Line], info: Info, context: Context) -> list[Line] | None:
    """Converts a block that only includes a file, or a section of it, to an include."""
    filled = [line for line in body if not line.is_blank]
    snippet = read_snippet(filled[0]) if len(filled) == 1 else None
    if not snippet:
        return None
    return include_example(snippet, filled[0], info, context)


def include_example(
    snippet: Snippet, line: Line, info: Info, context: Context, *, is_relative: bool = False
) -> list[Line] | None:
    """Copies the file to `examples/` if its suffix matches the language of the block."""
    path = context.includer.find(snippet.path, line.file if is_relative else None)
    suffix = language_of(snippet.path)
    languages = ("", suffix, _SUFFIXES.get(suffix))
    is_suitable = info.language in languages and suffix in LANGUAGES and snippet.is_whole
    if path is None or not is_suitable or context.includer.read(path) is None:
        return None
    name = f"examples/{path.relative_to(context.project.folder).as_posix()}"
    if re.search(r"[\s#{\[]", name):
        return None
    if context.includer.load(snippet, line, is_relative=is_relative) is None:
        return None
    context.page.examples[name] = path
    context.summary.count(Construct.INCLUDE)
    region = re.sub(r"[^\w-]", "-", snippet.section)
    mark = f"#{region}" if region else ""
    return [line.to(f"<<< {name}{mark}{info.render()}", is_code=True)]


def _convert_code(body: Sequence[Line], context: Context) -> list[Line]:
    done: list[Line] = []
    for line in body:
        snippet = read_snippet(line)
        if snippet:
            loaded = context.includer.load(snippet, line)
            if loaded is not None:
                context.summary.count(Construct.INCLUDE)
                done += indent(dedent_code(loaded), line.indent)
            continue
        text, found = _ANNOTATION.subn(r"(\1)", line.text)
        if found:
            context.summary.count(Construct.ANNOTATION, Outcome.SIMPLIFIED, found)
        if context.has_tags_in_code:
            text = unescape(_TAG.sub("", text))
        done.append(line.to(text, is_code=True))
    return done


def convert_code_include(
    found: re.Match[str], lines: Sequence[Line], at: int, context: Context
) -> Converted | None:
    """Converts `{* ../src/a.py ln[1:5] hl[2] *}`, which FastAPI and related projects use."""
    line = lines[at]
    options = {each["name"]: each["value"] for each in _INCLUDE_OPTION.finditer(found["options"])}
    language = language_of(found["path"]) if language_of(found["path"]) in LANGUAGES else "text"
    title = options.get("title", "").strip("\"'")
    chosen = ",".join(re.findall(r"\d+(?::\d+)?", options.get("hl", ""))).replace(":", "-")
    info = Info(language, title, chosen, True)
    ranges = re.findall(r"(\d+)(?::(\d+))?", options.get("ln", ""))
    if not ranges:
        block = include_example(Snippet(found["path"]), line, info, context, is_relative=True)
        if block:
            return indent(block, line.indent), at + 1
    body = _load_ranges(found["path"], ranges, line, context)
    if body is None:
        return [], at + 1
    context.summary.count(Construct.INCLUDE)
    head = line.to(f"```{language}{info.render() if not ranges else ''}", is_code=True)
    return indent([head, *body, line.to("```", is_code=True)], line.indent), at + 1


def _load_ranges(
    path: str, ranges: Sequence[tuple[str, str]], line: Line, context: Context
) -> list[Line] | None:
    done: list[Line] = []
    for first, last in ranges or [("1", "")]:
        end = int(last or first) if ranges else None
        snippet = Snippet(path, first=int(first), last=end)
        loaded = context.includer.load(snippet, line, is_relative=True)
        if loaded is None:
            return None
        done += dedent_code(loaded)
    return done
