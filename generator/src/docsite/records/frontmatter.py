"""The front matter of a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

NonBlank: TypeAlias = Annotated[str, Meta(pattern=r"\S")]


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """A link of a home page."""

    text: NonBlank
    """The label."""
    link: NonBlank
    """A path of the site without base, or a URL."""


class Feature(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card of a home page."""

    title: NonBlank
    """Its heading."""
    text: NonBlank
    """A sentence."""
    proof: Action | None = None
    """Where visitors can see it for themselves."""


class Fact(Struct, frozen=True, forbid_unknown_fields=True):
    """A measured fact on a home page."""

    value: NonBlank
    """A number or a version."""
    text: NonBlank
    """Its meaning, in a few words."""


class LinkCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a home page with a link."""

    title: NonBlank
    """Its heading."""
    text: NonBlank
    """A sentence."""
    note: NonBlank
    """A fact in small print, such as a version or a size."""
    link: NonBlank
    """A path of the site without base, or a URL."""


class FrontMatter(Struct, frozen=True, omit_defaults=True):
    """The front matter of a page. Optional keys are omitted if they have no value."""

    summary: str
    """The page in one sentence."""
    layout: str = "doc"
    """`doc` or `home`."""
    draft: bool = False
    """Whether the page is excluded from builds."""
    redirect_from: tuple[str, ...] = ()
    """Earlier paths of the page."""
    feed: bool = False
    """Whether its second-level headings are the entries of a feed."""
    tags: tuple[str, ...] = ()
    """The ids of its tags."""
    action: Action | None = None
    """The button of a home page."""
    features: tuple[Feature, ...] = ()
    """The cards of a home page."""
    facts: tuple[Fact, ...] = ()
    """The strip of facts on a home page."""
    image: NonBlank | None = None
    """The path of the large image of a home page, a public file."""
    ways: tuple[LinkCard, ...] = ()
    """Further cards, with links."""

    @property
    def is_home(self) -> bool:
        return self.layout == "home"

    @property
    def actions(self) -> Iterator[Action]:
        """The page's own action, followed by those of the cards."""
        for action in (self.action, *(feature.proof for feature in self.features)):
            if action:
                yield action

    @property
    def links(self) -> Iterator[str]:
        """The targets of its button and its cards."""
        yield from (action.link for action in self.actions)
        yield from (card.link for card in self.ways)

    @property
    def texts(self) -> Iterator[str]:
        """The strings to translate."""
        yield self.summary
        yield from (action.text for action in self.actions)
        yield from (fact.text for fact in self.facts)
        cards: tuple[Feature | LinkCard, ...] = (*self.features, *self.ways)
        for card in cards:
            yield card.title
            yield card.text
