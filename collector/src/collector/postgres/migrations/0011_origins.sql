-- Requests with unknown origins are looked up one by one.
create index on domains using gin (origins);
