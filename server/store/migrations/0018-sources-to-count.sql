-- What led an applicant to the site at their first application, in one spelling, short enough for an index; null: it is
-- not known.
alter table applicants add column source_key text /*postgres collate "C"*/;
-- From this index alone the applicants of each source are counted. Its condition is not that of the lists, which are
-- read in their order.
create index applicants_to_count_sources on applicants (source_key, kind, state)
  where applications > 0 and source_key is not null;
