alter table tokens add column expires timestamptz;

-- Browsers that are signed in; only the hash of their cookie is kept. A session ends when its owner
-- signs out, when its token is removed or expires, or after its own time.
create table sessions (
  hash bytea primary key,
  token_hash bytea not null references tokens on delete cascade,
  expires timestamptz not null
);

create index on sessions (token_hash);
