"""Daily salts: shared by all processes, created once, deleted soon after their day ends."""

from __future__ import annotations

from datetime import date

import asyncpg

from collector.postgres.connection import Connection
from collector.postgres.failures import unavailable_on_failure

_LOCK_TIMEOUT_MS = 2000
"""Longer than any batch takes. Each batch locks the row of its day."""

# PostgreSQL creates the salt from 244 random bits. A salt that Python sends would stay in its
# memory for days.
#
# A day before the newest one has ended: its salt has been deleted or will be soon, and another salt
# would count its visitors again. In that case the clock is late, or was set back.
#
# A day after tomorrow is caused by a wrong clock, and must not end the days until then.
_TOMORROW = "(now() at time zone 'UTC')::date + 1"
_CREATE = f"""
  insert into salts (day, salt)
  select $1::date, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  where $1::date <= {_TOMORROW}
    and not exists (select from salts where day > $1::date and day <= {_TOMORROW})
  on conflict do nothing"""  # noqa: S608 - nothing in it comes from outside
_HAS_OTHERS = f"""
  select exists (select from salts where day < $1 or day > {_TOMORROW})"""  # noqa: S608

# A deleted row would stay readable in the table's file for weeks, until PostgreSQL vacuums the
# table after fifty deleted rows. `truncate` starts a new file.
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

# A row with the day -infinity marks that the table has to be rewritten.
_DELETE = f"""
  with gone as (
    delete from salts where (day < $1 and day > '-infinity') or day > {_TOMORROW}
  )
  insert into salts (day, salt) values ('-infinity', '') on conflict do nothing"""  # noqa: S608


async def load_salt(pool: asyncpg.Pool, day: date) -> bytes | None:
    """Returns the salt of a day, which is created on the first call, or `None` if the day has
    ended."""
    with unavailable_on_failure():
        async with pool.acquire() as connection:
            await create_salt(connection, day)
            salt: bytes | None = await connection.fetchval(
                "select salt from salts where day = $1", day
            )
    return salt


async def create_salt(connection: Connection, day: date) -> None:
    await connection.execute(_CREATE, day)


async def delete_salts(connection: Connection, today: date) -> bool:
    """Ends all days before today. Waits for batches that count visitors of these days.

    Returns `False` if the table's file may still contain deleted salts. Then this must be called
    again.
    """
    # A newer salt must exist first, because it marks the old days as ended.
    await create_salt(connection, today)
    if not await connection.fetchval(_HAS_OTHERS, today):
        return True
    try:
        async with connection.transaction():
            await connection.execute(f"set local lock_timeout = {_LOCK_TIMEOUT_MS}")
            await connection.execute(_REWRITE.format(today=today.isoformat()))
    except asyncpg.LockNotAvailableError:
        # A long transaction reads the table, for example a dump.
        await connection.execute(_DELETE, today)
        return False
    return True
