alter table tokens add column expires timestamptz;

-- Sessions of browsers. Only the hash of the cookie is stored. A session ends on sign-out, with its
-- token, or when it expires.
create table sessions (
  hash bytea primary key,
  token_hash bytea not null references tokens on delete cascade,
  expires timestamptz not null
);

create index on sessions (token_hash);
