-- Counts of the limits, one row a key with all its windows as JSON. Unlogged: after a crash they begin anew.
drop table rate_limits;
create unlogged table limit_counts (
  key text collate "C" primary key,
  counts text not null,
  expires_at bigint not null
);
