"""Converts LaTeX to MathML that complies with the content security policy.

The policy forbids `style` attributes, so each declaration becomes a class, and the site contains
the rules of all classes that its pages use. A color becomes an attribute instead, because a new
rule changes all documents. Only known elements and attributes are allowed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from docsite.digests import short_hash

if TYPE_CHECKING:
    from math_core import LatexToMathML

_TAG = re.compile(r'<(/?)([a-z]+)((?: +[a-z-]+="[^"<>]*")*) *(/?)>')
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_ELEMENTS = frozenset(
    [
        "math",
        "menclose",
        "merror",
        "mfrac",
        "mi",
        "mmultiscripts",
        "mn",
        "mo",
        "mover",
        "mpadded",
        "mphantom",
        "mprescripts",
        "mroot",
        "mrow",
        "mspace",
        "msqrt",
        "mstyle",
        "msub",
        "msubsup",
        "msup",
        "mtable",
        "mtd",
        "mtext",
        "mtr",
        "munder",
        "munderover",
        "none",
        "b",
        "code",
        "em",
        "i",
        "s",
        "span",
        "u",
    ]
)
_ATTRIBUTES = frozenset(
    [
        "accent",
        "accentunder",
        "columnspan",
        "depth",
        "dir",
        "display",
        "displaystyle",
        "fence",
        "form",
        "height",
        "largeop",
        "linethickness",
        "lspace",
        "mathvariant",
        "maxsize",
        "minsize",
        "movablelimits",
        "notation",
        "rowspan",
        "rspace",
        "scriptlevel",
        "separator",
        "stretchy",
        "symmetric",
        "voffset",
        "width",
    ]
)
_DECLARATION = re.compile(
    r"(?:border-(?:left|right|top)|color|font-(?:family|size|variant-caps)|justify-items|math-shift|"
    r"margin-left|padding(?:-(?:bottom|left|right|top))?|text-align|width):[A-Za-z0-9.%# -]+"
)
_CLASS_STYLES = {
    "math-core-sans-serif-font": "font-family:sans-serif",
    "math-core-serif-font": "font-family:serif",
}
"""The styles of classes that math-core generates. Other classes are dropped."""
COMMON_STYLES = (
    *(
        f"border-{side}:0.05em {line} currentcolor"
        for side in ("left", "right", "top")
        for line in ("dashed", "solid")
    ),
    "font-family:sans-serif",
    "font-family:serif",
    *(f"font-size:{size}%" for size in (50, 70, 80, 90, 100, 120, 140, 170, 200, 250)),
    "font-variant-caps:small-caps",
    "justify-items:end",
    "justify-items:start",
    "margin-left:-0.16666667em",
    "margin-left:-0.22222222em",
    "margin-left:-0.2777778em",
    "math-shift:compact",
    "padding-bottom:0",
    "padding-left:0",
    "padding-left:0.1em",
    "padding-left:1em",
    "padding-right:0",
    "padding-right:0.1em",
    "padding-top:0",
    "padding-top:0.1667em",
    "text-align:left",
    "text-align:right",
    "width:100%",
    "width:50%",
    "width:7.5%",
)
"""The declarations of environments, font sizes, negative spaces and other common commands."""
_POSITION = re.compile(r"(\d+): ")


class MathError(Exception):
    """The formula can't be converted."""

    def __init__(self, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        """The offset of the error in the LaTeX source."""


class MathMl(NamedTuple):
    html: str
    styles: tuple[str, ...]
    """The declarations of its classes."""


class MathConverter:
    """Converts the formulas of one page, in order, because equations are numbered consecutively."""

    def __init__(self) -> None:
        # An optional package, which only pages with formulas need.
        from math_core import LatexToMathML

        self._converter: LatexToMathML = LatexToMathML(fancy_error=False)

    def convert(self, latex: str, *, is_display: bool, root_class: str = "") -> MathMl:
        from math_core import LatexError

        try:
            html = self._converter.convert_with_global_state(latex, displaystyle=is_display)
        except LatexError as error:
            message = str(error)
            found = _POSITION.match(message)
            text = message[found.end() :] if found else message
            raise MathError(text, int(found[1]) if found else 0) from error
        return make_safe(html, root_class)


def class_of(style: str) -> str:
    """Returns the class that replaces a declaration."""
    return f"math-{short_hash(style)}"


def make_safe(html: str, root_class: str = "") -> MathMl:
    """Replaces styles with classes. Raises an error for anything that isn't allowed."""
    if re.search("[<>]", _TAG.sub("", html)):
        raise MathError("unknown markup")
    styles: dict[str, None] = {}

    def rewrite(found: re.Match[str]) -> str:
        closing, name, attributes, end = found.groups()
        if name not in _ELEMENTS:
            kind = "links" if name == "a" else f"the element {name}"
            raise MathError(_forbid(kind))
        first = [root_class] if root_class and name == "math" and not closing else []
        return f"<{closing}{name}{_rewrite_attributes(attributes, first, styles)}{end}>"

    return MathMl(_TAG.sub(rewrite, html), tuple(styles))


def _rewrite_attributes(attributes: str, classes: list[str], styles: dict[str, None]) -> str:
    """Returns attributes with `classes` before the classes of styles. Adds the styles to
    `styles`."""
    kept = ""
    declarations: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(attributes):
        if name == "style":
            declarations.update(map(_normalize, filter(str.strip, value.split(";"))))
        elif name == "class":
            known = filter(None, map(_CLASS_STYLES.get, value.split()))
            declarations.update(map(_normalize, known))
        elif name in _ATTRIBUTES:
            kept += f' {name}="{value}"'
        else:
            raise MathError(_forbid("labels" if name == "id" else f"the attribute {name}"))
    if color := declarations.pop("color", ""):
        kept += f' mathcolor="{color}"'
    own = [f"{name}:{value}" for name, value in declarations.items()]
    styles.update(dict.fromkeys(own))
    names = " ".join((*classes, *map(class_of, own)))
    return f' class="{names}"{kept}' if names else kept


def _normalize(declaration: str) -> tuple[str, str]:
    """Returns the property and its value."""
    name, _, value = map(str.strip, declaration.partition(":"))
    text = f"{name}:{value}"
    if not _DECLARATION.fullmatch(text):
        raise MathError(_forbid(f"the style {text}"))
    return name, value


def _forbid(kind: str) -> str:
    return f"{kind} {'aren' if kind in ('labels', 'links') else 'isn'}'t allowed"
