-- Adds the event for opened search results to existing sites.
insert into events (id, domain_id, kind)
select gen_random_uuid(), id, 'result' from domains
on conflict (domain_id, kind) do nothing;
