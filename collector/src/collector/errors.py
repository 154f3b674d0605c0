"""What can go wrong, by who has to know."""

from __future__ import annotations


class CollectorError(Exception):
    """The program cannot go on; the message says what to do."""


class KnownError(Exception):
    """A client asked for something that cannot be. It reads the message in a list of errors."""


class RefusedError(KnownError):
    """What a client sent passed our checks, and the database can never store it."""


class LimitedError(Exception):
    """A daily limit is used up. Clients may try again on the next day (UTC)."""


class UnavailableError(Exception):
    """Nothing is wrong with the request, but it cannot be stored now. Clients may come again."""
