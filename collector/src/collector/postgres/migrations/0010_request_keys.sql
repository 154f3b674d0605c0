-- Idempotency keys of page views and actions: a repeated request gets the id of the first one and isn't
-- counted again. Only hashes of the keys are stored, until the day after their last use.
create table request_keys (
  hash bytea primary key,
  day date not null,
  id uuid not null
);

create index on request_keys (day);
