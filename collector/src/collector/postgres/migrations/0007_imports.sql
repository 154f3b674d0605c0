-- Days whose rollups come from another analytics service. They have no records, and are never mixed
-- with views that were collected here.
create table imports (
  domain_id uuid not null references domains on delete cascade,
  day date not null,
  source text not null,
  primary key (domain_id, day)
);
