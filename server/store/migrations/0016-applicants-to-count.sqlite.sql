-- From this index alone the applicants of each state and city are counted. Its condition means the same as
-- "sequence is not null", the condition of the lists: with that one SQLite would read lists from here, and sort them.
create index applicants_to_count on applicants (kind, state, city_key, city, received_at) where applications > 0;
