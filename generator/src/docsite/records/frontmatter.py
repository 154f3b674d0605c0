"""The front matter of a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Action:
    """The button of a home page."""

    text: str
    """What to show."""
    link: str
    """A path of the site without base, or a URL."""


@dataclass(frozen=True)
class Feature:
    """A card of a home page."""

    title: str
    """Its heading."""
    text: str
    """A sentence."""


@dataclass(frozen=True)
class LinkCard:
    """A card of a home page that leads somewhere."""

    title: str
    """Its heading."""
    text: str
    """A sentence."""
    note: str
    """A fact in small print, such as a version or a size."""
    link: str
    """A path of the site without base, or a URL."""


@dataclass(frozen=True)
class FrontMatter:
    """What a page says about itself. Optional keys are left out where they have no value."""

    OMITS_DEFAULTS: ClassVar[bool] = True

    summary: str
    """The page in one sentence."""
    layout: str = "doc"
    """`doc` or `home`."""
    draft: bool = False
    """Whether the page is not to be published yet."""
    redirect_from: tuple[str, ...] = ()
    """Paths that the page had before."""
    action: Action | None = None
    """The button of a home page."""
    features: tuple[Feature, ...] = ()
    """The cards of a home page."""
    ways: tuple[LinkCard, ...] = ()
    """Further cards, with links."""

    @property
    def is_home(self) -> bool:
        return self.layout == "home"

    @property
    def texts(self) -> Iterator[str]:
        """What is translated."""
        yield self.summary
        if self.action:
            yield self.action.text
        cards: tuple[Feature | LinkCard, ...] = (*self.features, *self.ways)
        for card in cards:
            yield card.title
            yield card.text
