-- From this index alone the applicants of each state and city are counted.
create index applicants_to_count on applicants (kind, state, city_key, city, received_at) where applications > 0;
