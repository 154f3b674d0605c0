-- Only stores what a report reads. A type change rewrites each table, so that its files no longer
-- contain the dropped values.

-- Ids start with their creation time in milliseconds, as 12 hexadecimal digits.
create function pg_temp.coarsen(id uuid) returns uuid language sql immutable as $$
  select (
    lpad(to_hex(milliseconds - milliseconds % 60000), 12, '0') || substr(digits, 13)
  )::uuid
  from (select replace(id::text, '-', '') as digits) as text,
    lateral (select ('x' || lpad(left(digits, 12), 16, '0'))::bit(64)::bigint as milliseconds) as moment
$$;

update records set
  id = pg_temp.coarsen(id),
  created = date_trunc('minute', created),
  updated = date_trunc('minute', created) + (updated - created);

alter table records
  drop column referrer,
  drop column source,
  drop column language,
  drop column screen_width,
  drop column screen_height,
  drop column screen_color_depth,
  drop column device_name,
  drop column device_manufacturer,
  drop column os_name,
  drop column os_version,
  drop column browser_name,
  drop column browser_version,
  drop column browser_width,
  drop column browser_height,
  alter column updated type integer
    using round(date_part('epoch', updated - created) * 1000)::integer;
alter table records rename column updated to duration;

update actions set id = pg_temp.coarsen(id), created = date_trunc('minute', created);

alter table actions
  drop column details,
  alter column key type text using key || '';

alter table domains drop column created;
