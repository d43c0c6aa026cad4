-- Trigram indexes (pg_trgm) for partial matches; each start builds those that are missing, if it may add the
-- extension. The country is compared as a whole and has its own index.
create index if not exists company_name_parts on company using gin (search_name gin_trgm_ops);
create index if not exists company_domain_parts on company using gin (search_domain gin_trgm_ops);
create index if not exists place_location_parts on place using gin (search_location gin_trgm_ops);
