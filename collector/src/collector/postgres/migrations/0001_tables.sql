create table domains (
  id uuid primary key,
  title text not null unique,
  origins text[] not null,
  languages text[] not null default '{}',
  created timestamptz not null default now()
);

create table events (
  id uuid primary key,
  domain_id uuid not null references domains on delete cascade,
  kind text not null,
  unique (domain_id, kind)
);

-- Access tokens of the dashboard. Only their hashes are stored.
create table tokens (
  hash bytea primary key,
  title text not null,
  created timestamptz not null default now()
);

-- Shared by all processes. A row is deleted soon after its day; then visitors can't be identified.
create table salts (
  day date primary key,
  salt bytea not null
);

-- Visitors of a day. A partition is dropped soon after its day.
create table visitors (
  day date not null,
  domain_id uuid not null,
  hash bytea not null,
  primary key (day, domain_id, hash)
) partition by list (day);

create table records (
  id uuid not null,
  created timestamptz not null,
  updated timestamptz not null,
  domain_id uuid not null,
  is_first boolean not null,
  path text not null,
  referrer text,
  source text,
  language text,
  screen_width integer,
  screen_height integer,
  screen_color_depth integer,
  device_name text,
  device_manufacturer text,
  os_name text,
  os_version text,
  browser_name text,
  browser_version text,
  browser_width integer,
  browser_height integer,
  primary key (id, created)
) partition by range (created);

create table actions (
  id uuid not null,
  created timestamptz not null,
  event_id uuid not null,
  key text not null,
  value double precision not null,
  details text,
  primary key (id, created)
) partition by range (created);

-- Read by the dashboard. `milliseconds` is the time on pages, `readers` the number of first views.
create table rollups (
  domain_id uuid not null,
  day date not null,
  dimension text not null,
  value text not null,
  views bigint not null,
  readers bigint not null,
  milliseconds bigint not null,
  primary key (domain_id, dimension, day, value)
);

create table action_rollups (
  event_id uuid not null,
  day date not null,
  key text not null,
  count bigint not null,
  total double precision not null,
  primary key (event_id, day, key)
);

-- Totals of past months, for reports about long periods. They are computed from the daily rollups, and
-- can be computed again at any time.
create table month_rollups (
  domain_id uuid not null,
  dimension text not null,
  month date not null,
  value text not null,
  views bigint not null,
  readers bigint not null,
  milliseconds bigint not null,
  primary key (domain_id, dimension, month, value)
);

create table month_action_rollups (
  event_id uuid not null,
  month date not null,
  key text not null,
  count bigint not null,
  primary key (event_id, month, key)
);

-- The months whose totals are valid. A change of a day deletes the row of its month.
create table months (
  month date primary key
);
