"""Errors, by the audience of their messages.

CollectorError      the owner, on the command line or in the log
  ThresholdError
KnownError          a client, in a list of errors or with status 400; or a skipped row
  RefusedError
LimitedError        a client, with status 429
UnavailableError    a client, with status 503
"""

from __future__ import annotations


class CollectorError(Exception):
    """A command or a maintenance step failed. The message says how to fix the problem."""


class ThresholdError(CollectorError):
    """`collector check` or `collector privacy-check` found a problem."""


class KnownError(Exception):
    """A request, or a row of an import, is invalid."""


class RefusedError(KnownError):
    """An item passed our checks, but the database can never store it."""


class LimitedError(Exception):
    """A daily limit is reached. Clients can retry on the next day (UTC)."""


class UnavailableError(Exception):
    """The request can't be processed now, for example because PostgreSQL is down. Clients can
    retry."""
