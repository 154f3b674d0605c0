"""The values in `site.toml`.

If a value doesn't match a type with an `explain`, its error message is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, TypeAlias

from msgspec import Meta


def explain(problem: str, hint: str, pattern: str | None = None) -> Meta:
    return Meta(pattern=pattern, extra={"problem": problem, "hint": hint})


Text: TypeAlias = Annotated[str, Meta(min_length=1)]
Label: TypeAlias = Mapping[str, str]
"""A string per language tag. Other languages use the string of the first language."""
WebAddress: TypeAlias = Annotated[
    str,
    explain(
        "is not a web address",
        "Write it as https://host.",
        r"\Ahttps?://[^\s/]+(/[^\s?#]*)?\Z",
    ),
]
NavLink: TypeAlias = Annotated[
    str,
    explain(
        "is not a web address or path",
        'Write it as "https://host" or "/demo/".',
        r"\A(https?://[^\s/]+(/[^\s?#]*)?|/(?!/)[^\s?#\\\x00-\x1f\x7f]*)\Z",
    ),
]
LANGUAGE_TAG = (
    r"\A[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?"
    r"(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*\Z"
)
"""Matches a language with an optional script, region and variants. `Intl` throws for other tags,
such as `pt_BR`."""
LanguageTag: TypeAlias = Annotated[
    str, explain("is not a language tag", "Write it as in HTML: ja, pt-BR, sr-Latn.", LANGUAGE_TAG)
]
FolderPath: TypeAlias = Annotated[
    str,
    explain(
        "is not a folder path",
        'Start and end it with a slash, in lower case: "/docs/".',
        r"\A/([a-z0-9-]+/)*\Z",
    ),
]
Id: TypeAlias = Annotated[
    str, explain("is not an id", 'Write it in lower case: "npm".', r"\A[a-z][a-z0-9-]*\Z")
]
TagId: TypeAlias = Annotated[
    str,
    explain(
        "is not a tag",
        'Write it in lower case with hyphens: "first-steps".',
        r"\A[a-z0-9]+(-[a-z0-9]+)*\Z",
    ),
]
ServiceId: TypeAlias = Annotated[
    str,
    explain(
        "is not an id of the analytics service",
        "Copy it from the settings of the service.",
        r"\A[A-Za-z0-9_-]+\Z",
    ),
]
ChunkNumbers: TypeAlias = Annotated[
    tuple[int, int | None],
    explain("is not a range", "Write the first and the last number: [2, 59]."),
]
HexColor: TypeAlias = Annotated[
    str,
    explain("is not a color", 'Write it as "#7a1f5c".', r"\A#[0-9A-Fa-f]{6}\Z"),
]
GitRef: TypeAlias = Annotated[
    str,
    explain("is not a Git ref", 'Write a tag, a branch or a commit: "v1.4.0".', r"\A[^\s-]\S*\Z"),
]
Date: TypeAlias = Annotated[date, explain("is not a date", 'Write "2026-01-31", or "git".')]
