"""Code blocks: file names, marked lines and marks such as `[!code ++]`.

```ts {1,3-4} [theme.ts]
const a = 1; // [!code ++]
```
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from docsite.errors import RenderError
from docsite.markdown.comments import check_title
from docsite.markdown.context import ParseContext, Snippet, add_renderer, context_of
from docsite.markdown.entries import Entry, is_record, read_record, render_entry
from docsite.markdown.includes import Excerpt
from docsite.markdown.messages import ERROR_MARK, load_messages
from docsite.records import CodeBlock
from docsite.records.markup import ContentAttribute, ContentClass, classes
from docsite.site.comments import Separated, separate

MARKS = {
    "++": ContentClass.ADDED,
    "--": ContentClass.REMOVED,
    "highlight": ContentClass.MARKED,
    "focus": ContentClass.FOCUSED,
    "error": ContentClass.ERROR,
    "warning": ContentClass.WARNING,
}
"""The names after `[!code`, and the classes of their lines."""

_LANGUAGE = re.compile(r"^[\w+#.-]*")
_OPTION = re.compile(r"\s*(?:\{(?P<lines>[\d,\s-]+)\}|\[(?P<title>[^\[\]]+)\])")
_MARK = re.compile(r"\[!code (?P<mark>[\w+-]+)\]\s*(?:-->|\*/)?\s*")
_COMMENT_OPENERS = ("<!--", "//", "/*", "--", "#")
_LONG = 16
"""Blocks with at least this many lines have line numbers."""
_MAX_LINE = 100_000
"""Limits ranges such as 1-999999999, which would exhaust the memory."""


@dataclass(frozen=True)
class Code:
    language: str
    """Empty for plain text."""
    title: str
    """The file name, or the label of a tab."""
    lines: tuple[str, ...]
    """The code without marks."""
    marks: tuple[tuple[ContentClass, ...], ...]
    """The classes of each line."""
    messages: Mapping[int, str]
    """Compiler messages, keyed by line from 0."""


def install(parser: MarkdownIt) -> None:
    parser.core.ruler.push("code", _read_blocks)
    add_renderer(parser, "fence", _render)
    add_renderer(parser, "code_block", _render)


def _read_blocks(state: StateCore) -> None:
    context = context_of(state.env)
    tokens = [token for token in state.tokens if token.type in ("fence", "code_block")]
    for token in tokens:
        code = _parse_code(token, context)
        found = _describe(code, context.line_of(token), token)
        entries = read_record(code.lines) if is_record(found.file) else ()
        token.meta = {"code": code, "found": found, "entries": entries}
    if tokens:
        _highlight(tokens, context)


def _highlight(tokens: Sequence[Token], context: ParseContext) -> None:
    """Highlights all blocks of a page in one call, because each call is a round trip to another
    process."""
    snippets = [_snippets_of(token) for token in tokens]
    everything = [snippet for own in snippets for snippet in own]
    results = iter(context.highlight(everything))
    for token, own in zip(tokens, snippets, strict=True):
        token.meta["highlighted"] = tuple(
            _check_lines(snippet, next(results), context) for snippet in own
        )


def _snippets_of(token: Token) -> Sequence[Snippet]:
    """Returns the snippets of all entries of a record, or the code of the block."""
    code: Code = token.meta["code"]
    entries: Sequence[Entry] = token.meta["entries"]
    whole = Snippet("\n".join(code.lines), code.language)
    return [entry.text for entry in entries] or [whole]


def _check_lines(snippet: Snippet, lines: Sequence[str], context: ParseContext) -> Sequence[str]:
    expected = snippet.code.count("\n") + 1
    if len(lines) != expected:
        message = f"the highlighter returned {len(lines)} lines instead of {expected}"
        hint = "The highlighter must return one line of HTML per line of code."
        raise RenderError(message, hint=hint, file=context.file)
    return lines


def _describe(code: Code, line: int, token: Token) -> CodeBlock:
    excerpt: Excerpt | None = token.meta.get("excerpt")
    text = "\n".join(code.lines)
    separated: Separated = token.meta.get("separated") or separate(text, code.language)
    return CodeBlock(
        code.language,
        text,
        line,
        token.meta.get("file"),
        lines=excerpt.lines if excerpt else (),
        indent=excerpt.indent if excerpt else 0,
        messages=code.messages,
        code=_without_blank_lines(separated.code),
        comments=separated.comments,
    )


def _parse_code(token: Token, context: ParseContext) -> Code:
    language, title, marked = _parse_info(token, context)
    lines: list[str] = []
    marks: list[tuple[ContentClass, ...]] = []
    for number, line in enumerate(token.content.removesuffix("\n").split("\n"), start=1):
        text, mark = _take_mark(line)
        lines.append(text)
        names = (mark, ContentClass.MARKED if number in marked else None)
        marks.append(tuple(dict.fromkeys(filter(None, names))))
    return Code(language, title, tuple(lines), tuple(marks), _messages_of(token, context))


def _messages_of(token: Token, context: ParseContext) -> Mapping[int, str]:
    excerpt: Excerpt | None = token.meta.get("excerpt")
    if not excerpt or ERROR_MARK not in token.content:
        return {}
    by_line = load_messages(token.meta["file"], context.load_example)
    return {at: by_line[line] for at, line in enumerate(excerpt.lines) if line in by_line}


def _parse_info(token: Token, context: ParseContext) -> tuple[str, str, frozenset[int]]:
    info = token.info.strip()
    language = _LANGUAGE.findall(info)[0]
    position, title, marked = len(language), "", frozenset[int]()
    while found := _OPTION.match(info, position):
        position = found.end()
        title = found["title"] or title
        marked |= parse_line_numbers(found["lines"] or "")
    if position < len(info):
        hint = "Only {1,3-4} for lines and [name] for the file can follow the language."
        option = info[position:].strip()
        context.report(token, f"A code block has an unknown option, {option}.", hint)
    check_title(title, token, context)
    return language, title.strip(), marked


def parse_line_numbers(text: str) -> frozenset[int]:
    """Parses line numbers: `1,3-4` -> 1, 3, 4."""
    numbers: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", text):
        numbers.update(range(_to_line(first), _to_line(last or first) + 1))
    return frozenset(numbers)


def _to_line(digits: str) -> int:
    return min(int(digits[:9]), _MAX_LINE)


def _take_mark(line: str) -> tuple[str, ContentClass | None]:
    """Returns the line without its mark, and the class of the mark."""
    start = line.rfind("[!code ")
    found = _MARK.fullmatch(line, start) if start >= 0 else None
    head = line[: max(start, 0)].rstrip()
    opener = next((mark for mark in _COMMENT_OPENERS if head.endswith(mark)), None)
    if not found or found["mark"] not in MARKS or not opener:
        return line, None
    return head.removesuffix(opener).rstrip(), MARKS[found["mark"]]


def _render(token: Token, context: ParseContext) -> str:
    code: Code = token.meta["code"]
    language, title = escapeHtml(code.language or "text"), escapeHtml(code.title)
    record = _render_record(token)
    rows = record or _render_lines(token)
    tab = token.meta.get("tab", "")
    names = [ContentClass.CODE]
    if record:
        names.append(ContentClass.STORED)
    elif len(code.lines) >= _LONG:
        names.append(ContentClass.LONG)
    head = f"<p {classes(ContentClass.CODE_TITLE)}>{title}</p>" if title and not tab else ""
    run = _find_run(token, context)
    attribute = f' {ContentAttribute.RUN}="{run}"' if run else ""
    tools = _render_tools(title, context) if run else ""
    return (
        f'{tab}<div {classes(*names)} {ContentAttribute.LANGUAGE}="{language}"{attribute}>{head}'
        f'<pre tabindex="0"><code>{rows}\n</code></pre>{tools}</div>\n'
    )


def _render_record(token: Token) -> str:
    entries: Sequence[Entry] = token.meta["entries"]
    highlighted: Sequence[Sequence[str]] = token.meta["highlighted"]
    return "\n".join(map(render_entry, entries, highlighted))


def _render_lines(token: Token) -> str:
    code: Code = token.meta["code"]
    (lines,) = token.meta["highlighted"]
    return "\n".join(
        f"<span {classes(ContentClass.LINE, *names)}>{line}</span>{_render_message(code, at)}"
        for at, (line, names) in enumerate(zip(lines, code.marks, strict=True))
    )


def _find_run(token: Token, context: ParseContext) -> str | None:
    """Returns the hash of the live sample, if the block can be run."""
    live = context.live
    return live.run_of(token.meta["found"].file, context.locale) if live else None


def _render_tools(title: str, context: ParseContext) -> str:
    """Renders the Run button, which the theme hides if scripts are disabled."""
    name = f"<span {classes(ContentClass.UNSEEN)}> {title}</span>" if title else ""
    return (
        f"<div {classes(ContentClass.CODE_TOOLS)}>"
        f'<button type="button" {classes(ContentClass.LIVE_RUN)}>'
        f"<span>{escapeHtml(context.strings.run)}</span>{name}</button></div>"
    )


def _render_message(code: Code, line: int) -> str:
    """Renders a message below its line. It isn't a code line, so that it isn't copied."""
    message = code.messages.get(line)
    names = classes(ContentClass.MESSAGE, ContentClass.ERROR)
    return f"\n<span {names}>{escapeHtml(message)}</span>" if message else ""


def _without_blank_lines(code: str) -> str:
    return "\n".join(filter(None, map(str.rstrip, code.split("\n"))))
