-- One key a day; earlier ones are deleted, so that their hashes lead nowhere.
create table address_keys (
  day bigint primary key,
  key text not null
);

-- What the team was last told about the quarantine; one row.
create table quarantine_notice (
  one integer primary key default 1 check (one = 1),
  noticed_sequence bigint not null default 0,
  next_at bigint not null default 0
);
insert into quarantine_notice default values;

-- Counts of the rate limits, as rate-limiter-flexible keeps them. Unlogged: after a crash they begin anew.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
