-- What the console's list reads. Derived from the submissions: an accept writes nothing here, a follower does.
-- One row a person of a kind, or a contact message, with a submission that is neither
-- quarantined nor discarded; `sequence` is the newest such.
create table people (
  sequence bigint primary key,
  kind text not null,
  subject text not null,
  received_at bigint not null,
  applications integer not null,
  state text not null,
  -- In one spelling, for sorting and comparing.
  name_key text collate "C" not null,
  city_key text collate "C" not null,
  unique (kind, subject)
);
create index people_by_state on people (kind, state, received_at, sequence);
create index people_by_name on people (kind, state, name_key, received_at desc, sequence desc);
create index people_by_city on people (kind, state, city_key, received_at desc, sequence desc);

-- The words of all their submissions, folded and split as on SQLite.
create table people_words (
  sequence bigint primary key,
  words tsvector not null
);
create index people_words_by_word on people_words using gin (words);

-- One row for each submission that is neither quarantined nor discarded, to count them by day.
create table applications (
  sequence bigint primary key,
  kind text not null,
  received_at bigint not null
);
create index applications_by_time on applications (kind, received_at);

-- Up to which submission all this is derived; one row.
create table people_index (
  one integer primary key default 1 check (one = 1),
  position bigint not null default 0
);
insert into people_index default values;

create index decisions_by_time on decisions (decided_at, kind, version, to_state, actor_name, sequence);
