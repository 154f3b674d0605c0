-- Views and actions over the daily limit of a site. They have no record, so they are counted here, too:
-- rollups can still be compared with records.
create table unrecorded_views (
  domain_id uuid not null,
  day date not null,
  path text not null,
  views bigint not null,
  primary key (domain_id, day, path)
);

create table unrecorded_actions (
  event_id uuid not null,
  day date not null,
  key text not null,
  count bigint not null,
  total double precision not null,
  primary key (event_id, day, key)
);
