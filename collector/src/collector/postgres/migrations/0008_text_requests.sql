-- Requests of Markdown files and llms.txt, from access logs. Neither addresses nor user agents are
-- stored, only the class of the agent.
create table text_requests (
  domain_id uuid not null references domains on delete cascade,
  day date not null,
  path text not null,
  agent text not null,
  count bigint not null,
  primary key (domain_id, day, path, agent)
);

-- Logs that were read: how many lines, and a hash of these lines without the addresses in them.
create table access_logs (
  domain_id uuid not null references domains on delete cascade,
  digest bytea not null,
  lines bigint not null,
  primary key (domain_id, digest)
);
