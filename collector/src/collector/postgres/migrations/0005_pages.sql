-- The page list of a site, from its build: titles, edit links and outdated translations.
create table pages (
  domain_id uuid not null references domains on delete cascade,
  path text not null,
  title text not null,
  edit text,
  outdated integer not null default 0,
  primary key (domain_id, path)
);
