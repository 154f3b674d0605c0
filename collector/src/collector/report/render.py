"""The formats of a report. Visitors choose some of its strings, so all of them are escaped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from urllib.parse import quote

from collector.invisible import drop_invisible
from collector.report.content import Item, Link, Report

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~@])")
_SAFE = "/:?#&=%~+,;$-._"
"""Characters that have no meaning in the URL of a Markdown link."""
_STYLE = "font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 0 auto; padding: 1rem"


def render_reports(reports: Sequence[Report], format_: str) -> str:
    """Returns a single document with the reports of all sites."""
    return drop_lines(FORMATS[format_](reports))


def drop_lines(text: str) -> str:
    """Removes invisible characters except line breaks."""
    return "\n".join(map(drop_invisible, text.split("\n")))


# --- Text -----------------------------------------------------------------------------------------


def _render_text(reports: Sequence[Report]) -> str:
    return "\n\n".join("\n".join(_write_text(report)) for report in reports)


def _write_text(report: Report) -> Iterator[str]:
    yield report.title
    yield "=" * len(report.title)
    yield from report.lines
    for section in report.sections:
        yield ""
        yield section.title
        yield "-" * len(section.title)
        if not section.items:
            yield section.empty
        for item in section.items:
            yield f"- {_flatten(item.name)}: {item.details}"
            if item.address:
                yield f"  {item.address}"
            for link in item.links:
                yield f"  {_flatten(link.text)}: {link.address}"


# --- Markdown -------------------------------------------------------------------------------------


def _render_markdown(reports: Sequence[Report]) -> str:
    return "\n\n".join("\n".join(_write_markdown(report)) for report in reports)


def _write_markdown(report: Report) -> Iterator[str]:
    yield f"# {_escape_markdown(report.title)}"
    yield ""
    yield from (f"- {_escape_markdown(line)}" for line in report.lines)
    for section in report.sections:
        yield ""
        yield f"## {_escape_markdown(section.title)}"
        yield ""
        if not section.items:
            yield _escape_markdown(section.empty)
        for item in section.items:
            links = "".join(
                f" · {_link_markdown(_escape_markdown(link.text), link.address)}"
                for link in item.links
            )
            yield f"- {_name_markdown(item)}: {_escape_markdown(item.details)}{links}"


def _name_markdown(item: Item) -> str:
    name = _code_markdown(item.name) if item.is_code else _escape_markdown(item.name)
    return _link_markdown(name, item.address) if item.address else name


def _link_markdown(text: str, address: str) -> str:
    return f"[{text}]({quote(address, safe=_SAFE)})"


def _escape_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _flatten(text))


def _code_markdown(text: str) -> str:
    """Uses a longer fence than any in the text. In code, `@everyone` doesn't notify the members of
    a chat."""
    flat = _flatten(text)
    fence = "`" * (max(map(len, re.findall("`+", flat)), default=0) + 1)
    gap = " " if "`" in flat else ""
    return f"{fence}{gap}{flat}{gap}{fence}"


def _flatten(text: str) -> str:
    return " ".join(text.split())


# --- HTML -----------------------------------------------------------------------------------------


def _render_html(reports: Sequence[Report]) -> str:
    title = escape(", ".join(report.title for report in reports))
    body = "\n".join("\n".join(_write_html(report)) for report in reports)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n</head>\n"
        f'<body style="{_STYLE}">\n{body}\n</body>\n</html>'
    )


def _write_html(report: Report) -> Iterator[str]:
    yield f"<h1>{escape(report.title)}</h1>"
    yield f"<p>{'<br>'.join(map(escape, report.lines))}</p>"
    for section in report.sections:
        yield f"<h2>{escape(section.title)}</h2>"
        if not section.items:
            yield f"<p>{escape(section.empty)}</p>"
            continue
        yield "<ul>"
        for item in section.items:
            tag = "code" if item.is_code else "span"
            name = f"<{tag}>{escape(item.name)}</{tag}>"
            named = _link_html(name, item.address) if item.address else name
            links = "".join(f" · {_render_link(link)}" for link in item.links)
            yield f"<li>{named}: {escape(item.details)}{links}</li>"
        yield "</ul>"


def _render_link(link: Link) -> str:
    return _link_html(escape(link.text), link.address)


def _link_html(text: str, address: str) -> str:
    return f'<a href="{escape(address)}">{text}</a>'


FORMATS: Mapping[str, Callable[[Sequence[Report]], str]] = {
    "text": _render_text,
    "html": _render_html,
    "markdown": _render_markdown,
}
