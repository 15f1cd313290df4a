-- From this index alone the applicants of each state and city are counted. Its condition says the same as
-- "sequence is not null", by which lists are read: SQLite would sort for them what this index finds.
create index applicants_to_count on applicants (kind, state, city_key, city, received_at) where applications > 0;
