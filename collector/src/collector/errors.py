"""Errors, by the audience of their messages.

CollectorError      the owner, on the command line or in the log
  ThresholdError
KnownError          a client, in a list of errors
  RefusedError
LimitedError        a client, with status 429
UnavailableError    a client, with status 503
"""

from __future__ import annotations


class CollectorError(Exception):
    """The program can't continue. The message says how to fix the problem."""


class ThresholdError(CollectorError):
    """`collector check` or `collector privacy-check` found a problem."""


class KnownError(Exception):
    """A request is invalid."""


class RefusedError(KnownError):
    """An item passed our checks, but the database can never store it."""


class LimitedError(Exception):
    """A daily limit is reached. Clients can retry on the next day (UTC)."""


class UnavailableError(Exception):
    """The request is valid, but can't be stored now. Clients can retry."""
