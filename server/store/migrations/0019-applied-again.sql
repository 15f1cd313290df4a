-- 1: the newest application came after the one that the last decision is about.
alter table applicants add column applied_again bigint not null default 0;
update applicants set applied_again = 1 where version > 0 and state <> 'new' and sequence > (
  select decisions.sequence from decisions where decisions.kind = applicants.kind
    and decisions.subject = applicants.subject and decisions.version = applicants.version
);
-- The same index with the new column; the release before counts from it as well.
drop index applicants_to_count;
create index applicants_to_count on applicants (kind, state, city_key, city, applied_again, received_at)
  where applications > 0;
