"""Salts of days: one for all processes, made once, destroyed soon after their day."""

from __future__ import annotations

from datetime import date

import asyncpg

from collector.postgres.connection import Connection
from collector.postgres.failures import unavailable_on_failure

_PATIENCE_MS = 2000
"""Longer than any batch takes, which holds the row of its day."""

# PostgreSQL makes it of 244 random bits. What we sent would stay in buffers of ours for days.
#
# A day before the newest one is over: its salt is destroyed or soon will be, and another salt for
# it would count its readers again. Somebody's clock is late, or has been set back.
#
# A day after tomorrow comes from a clock that is wrong: it must not end the days until then.
_TOMORROW = "(now() at time zone 'UTC')::date + 1"
_MAKE = f"""
  insert into salts (day, salt)
  select $1::date, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  where $1::date <= {_TOMORROW}
    and not exists (select from salts where day > $1::date and day <= {_TOMORROW})
  on conflict do nothing"""  # noqa: S608 - nothing in it comes from outside
_HAS_OTHERS = f"""
  select exists (select from salts where day < $1 or day > {_TOMORROW})"""  # noqa: S608

# A deleted row would stay readable in the file of the table for weeks: PostgreSQL tidies up when
# there are fifty of them. `truncate` begins a new file.
_REWRITE = f"""
  do $$
  declare
    kept salts[];
  begin
    lock table salts in access exclusive mode;
    select array_agg(salts) into kept from salts
      where day >= '{{today}}' and day <= {_TOMORROW};
    truncate salts;
    insert into salts select one.* from unnest(kept) as one;
  end $$"""  # noqa: S608

# The row of no day stays until the table is overwritten: it is earlier than any.
_DELETE = f"""
  with gone as (
    delete from salts where (day < $1 and day > '-infinity') or day > {_TOMORROW}
  )
  insert into salts (day, salt) values ('-infinity', '') on conflict do nothing"""  # noqa: S608


async def load_salt(pool: asyncpg.Pool, day: date) -> bytes | None:
    """The salt of a day: whoever comes first makes it. None, when the day is over."""
    with unavailable_on_failure():
        async with pool.acquire() as connection:
            await make_salt(connection, day)
            salt: bytes | None = await connection.fetchval(
                "select salt from salts where day = $1", day
            )
    return salt


async def make_salt(connection: Connection, day: date) -> None:
    await connection.execute(_MAKE, day)


async def destroy_salts(connection: Connection, today: date) -> bool:
    """Ends all days before today. Waits for batches that count readers of these days just now.

    Tells whether nothing is left in the file of the table; if not, it is to be called again.
    """
    # There must be a newer one before the old ones go: it tells that they are over.
    await make_salt(connection, today)
    if not await connection.fetchval(_HAS_OTHERS, today):
        return True
    try:
        async with connection.transaction():
            await connection.execute(f"set local lock_timeout = {_PATIENCE_MS}")
            await connection.execute(_REWRITE.format(today=today.isoformat()))
    except asyncpg.LockNotAvailableError:
        # Something reads the table for long, such as a dump.
        await connection.execute(_DELETE, today)
        return False
    return True
