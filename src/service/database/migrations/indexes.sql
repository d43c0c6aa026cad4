-- Trigram indexes (pg_trgm) for partial matches. A server builds them while other instances are at work. The
-- country is compared as a whole and has its own index.
create index company_name_parts on company using gin (search_name gin_trgm_ops);
create index company_domain_parts on company using gin (search_domain gin_trgm_ops);
create index place_location_parts on place using gin (search_location gin_trgm_ops);
