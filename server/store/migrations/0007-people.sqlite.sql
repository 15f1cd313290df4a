-- What the console's list reads. Derived from the submissions: an accept writes nothing here, a follower does.
-- One row a person of a kind, or a contact message, with a submission that is neither
-- quarantined nor discarded; `sequence` is the newest such.
create table people (
  sequence integer primary key,
  kind text not null,
  subject text not null,
  received_at integer not null,
  applications integer not null,
  state text not null,
  -- In one spelling, for sorting and comparing.
  name_key text not null,
  city_key text not null,
  unique (kind, subject)
) strict;
create index people_by_state on people (kind, state, received_at, sequence);
create index people_by_name on people (kind, state, name_key, received_at desc, sequence desc);
create index people_by_city on people (kind, state, city_key, received_at desc, sequence desc);

-- The words of all their submissions, each with a space before it.
create table people_texts (
  sequence integer primary key,
  words text not null
) strict;
-- The words come folded and split; of them this tokenizer splits nothing but the spaces.
create virtual table people_words using fts5 (
  words, content = 'people_texts', content_rowid = 'sequence', tokenize = 'ascii', prefix = '1 2', detail = none,
  columnsize = 0
);
-- A deleted word leaves the index at once, not when its segment is merged.
insert into people_words (people_words, rank) values ('secure-delete', 1);

-- One row for each submission that is neither quarantined nor discarded, to count them by day.
create table applications (
  sequence integer primary key,
  kind text not null,
  received_at integer not null
) strict;
create index applications_by_time on applications (kind, received_at);

-- Up to which submission all this is derived; one row.
create table people_index (
  one integer primary key default 1 check (one = 1),
  position integer not null default 0
) strict;
insert into people_index default values;

create index decisions_by_time on decisions (decided_at, kind, version, to_state, actor_name, sequence);
