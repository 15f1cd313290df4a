-- Counts of the limits, one row a key and window. Unlogged: after a crash they begin anew.
drop table limit_counts;
create unlogged table limit_counts (
  key text collate "C" primary key,
  started_at bigint not null,
  ends_at bigint not null,
  count bigint not null
);
