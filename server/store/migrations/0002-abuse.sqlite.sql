-- One key a day; earlier ones are deleted, so that their hashes lead nowhere.
create table address_keys (
  day integer primary key,
  key text not null
) strict;

-- What the team was last told about the quarantine; one row.
create table quarantine_notice (
  one integer primary key default 1 check (one = 1),
  noticed_sequence integer not null default 0,
  next_at integer not null default 0
) strict;
insert into quarantine_notice default values;
