-- A token can be limited to one site.
alter table tokens add column domain_id uuid references domains on delete cascade;
create index on tokens (domain_id);
