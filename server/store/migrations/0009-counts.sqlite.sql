-- All that the releases up to 25 November 2026 made, whose last migration has this name.
-- 0001-submissions
-- Values are compared one by one: for a list (`in`) SQLite builds a table anew with each row, 2 of an accept's 10 µs.
create table submissions (
  sequence integer primary key autoincrement,
  id text not null unique,
  kind text not null check (kind = 'creator' or kind = 'venue' or kind = 'contact'),
  fields text not null check (json_valid(fields)),
  email_key text not null,
  idempotency_key text,
  address_hash text,
  quarantine_reason text,
  received_at integer not null
) strict;
create unique index submissions_by_idempotency_key on submissions (kind, idempotency_key)
  where idempotency_key is not null;
create index submissions_by_email on submissions (kind, email_key, sequence);

create table deliveries (
  sequence integer primary key references submissions (sequence) on delete cascade,
  channel text not null check (channel = 'waitlist' or channel = 'contact'),
  state text not null check (
    state = 'waiting' or state = 'claimed' or state = 'delivered' or state = 'parked'
    or state = 'quarantined' or state = 'discarded'
  ),
  due_at integer not null,
  attempts integer not null default 0,
  claim_token text,
  delivered_at integer,
  last_reason text
) strict;
-- Claims walk it in order and stop after a few; one by due_at would tempt planners to sort all that is due.
create index deliveries_open on deliveries (channel, sequence, due_at) where state in ('waiting', 'claimed');
create index deliveries_settled on deliveries (channel, state) where state not in ('waiting', 'claimed');

create table channels (
  channel text primary key,
  next_send_at integer not null default 0,
  halted_reason text,
  webhook_hash text
) strict;
insert into channels (channel) values ('waitlist'), ('contact');
-- 0002-abuse
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
-- 0003-turns
-- When the channel was claimed last: of two channels with one webhook, the one that waited longer is next.
alter table channels add column last_claimed_at integer not null default 0;
-- 0005-reviews
-- A decision about an applicant, or about a contact message. Rows are added, never changed. `subject` is the
-- applicant's email key; of a contact message it is its id.
create table decisions (
  position integer primary key autoincrement,
  id text not null unique,
  kind text not null check (kind in ('creator', 'venue', 'contact')),
  subject text not null,
  -- 1 for the first decision about the subject, then counted on: of two that saw the same, one is stored.
  version integer not null,
  -- The subject's newest submission at that time.
  sequence integer not null,
  from_state text not null,
  to_state text not null check (to_state in ('new', 'shortlisted', 'invited', 'declined', 'answered')),
  actor text not null,
  actor_name text not null,
  way text not null check (way in ('slack', 'cli', 'console')),
  note text,
  decided_at integer not null
) strict;
create unique index decisions_by_subject on decisions (kind, subject, version);

-- Where each subject stands: what its last decision says. A subject without a row is new, so that an accept
-- writes nothing here.
create table reviews (
  kind text not null,
  subject text not null,
  state text not null,
  version integer not null,
  sequence integer not null,
  decided_at integer not null,
  primary key (kind, subject)
) strict, without rowid;
create index reviews_by_state on reviews (kind, state, sequence);

create table notes (
  position integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  subject text not null,
  actor text not null,
  actor_name text not null,
  way text not null,
  note text not null,
  noted_at integer not null
) strict;
create index notes_by_subject on notes (kind, subject, position);

-- One for each decision to invite; added in the decision's transaction. Name and address are those of the
-- submission `sequence`.
create table letters (
  id text primary key,
  decision_id text not null unique,
  kind text not null check (kind in ('creator', 'venue')),
  subject text not null,
  sequence integer not null,
  message_id text not null unique,
  state text not null check (state in ('queued', 'claimed', 'sent', 'parked', 'cancelled')),
  queued_at integer not null,
  -- When it may be claimed: the due time while queued, the end of the lease while claimed.
  due_at integer not null,
  attempts integer not null default 0,
  claim_token text,
  sent_at integer,
  last_reason text
) strict, without rowid;
create index letters_open on letters (due_at) where state in ('queued', 'claimed');
create index letters_parked on letters (queued_at) where state = 'parked';
create index letters_by_subject on letters (kind, subject);
create index letters_by_submission on letters (sequence);

-- What is to be posted to the response URL of a click in Slack. Deleted once posted or expired.
create table message_updates (
  id text primary key,
  -- The message is to show how this submission stands; null: that it was deleted.
  sequence integer,
  -- Said to the one who clicked, alone, in place of changing the message; null: the message is changed.
  reply text,
  response_url text not null,
  due_at integer not null,
  expires_at integer not null,
  attempts integer not null default 0,
  claim_token text
) strict, without rowid;
create index message_updates_due on message_updates (due_at);

-- Pace and halt of what is sent beside the channels.
create table senders (
  name text primary key,
  next_send_at integer not null default 0,
  halted_reason text,
  settings_hash text
) strict;
insert into senders (name) values ('letters'), ('message_updates');

-- How many applicants were in each state when everything about them was deleted. Nothing of a person.
create table deleted_applicants (
  kind text not null,
  state text not null,
  count integer not null,
  primary key (kind, state)
) strict;
-- 0006-console-sessions
-- A sign-in link of the console. Deleted when it is used; what is stored cannot be turned back into the link.
create table sign_in_links (
  token_hash text primary key,
  -- Who asked for it: the account on the server.
  account text not null,
  expires_at integer not null
) strict, without rowid;

create table console_sessions (
  token_hash text primary key,
  way text not null check (way in ('link', 'provider')),
  -- Stays the same for the same person: the account on the server, or the email.
  person text not null,
  name text not null,
  started_at integer not null,
  last_seen_at integer not null
) strict, without rowid;

-- Who signed in, or tried to. `who` is null where that is not known.
create table sign_ins (
  position integer primary key autoincrement,
  way text not null,
  who text,
  result text not null,
  at integer not null
) strict;
-- 0007-people
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
-- 0008-mentions
-- Of these people the list of people holds only the words of their newest 50 applications.
create index people_with_many_applications on people (kind, subject) where applications > 50;
-- Only few decisions have a note; each is searched for the address of who is to be erased.
create index decisions_with_note on decisions (position) where note is not null;
-- Nothing reads by it any more: lists by state come from the list of people.
drop index reviews_by_state;
-- 0009-counts
-- How many people there are of each kind, state and city, and how many applications came in each quarter of an
-- hour: what the console's overview and totals would otherwise count one by one. Kept by triggers, so that a
-- release from before this table keeps them too. A row whose count is 0 is deleted: a city is what somebody typed.
create table people_counts (
  kind text not null,
  state text not null,
  city_key text not null,
  count integer not null,
  primary key (kind, state, city_key)
) strict, without rowid;
insert into people_counts select kind, state, city_key, count(*) from people group by kind, state, city_key;

-- A day begins at a quarter of an hour in every time zone.
create table application_counts (
  kind text not null,
  quarter integer not null,
  count integer not null,
  primary key (kind, quarter)
) strict, without rowid;
insert into application_counts
  select kind, received_at / 900000, count(*) from applications group by kind, received_at / 900000;

create trigger people_added after insert on people begin
  insert into people_counts values (new.kind, new.state, new.city_key, 1)
    on conflict (kind, state, city_key) do update set count = count + 1;
end;
create trigger people_removed after delete on people begin
  update people_counts set count = count - 1
    where kind = old.kind and state = old.state and city_key = old.city_key;
  delete from people_counts
    where kind = old.kind and state = old.state and city_key = old.city_key and count = 0;
end;
create trigger people_moved after update of kind, state, city_key on people begin
  update people_counts set count = count - 1
    where kind = old.kind and state = old.state and city_key = old.city_key;
  delete from people_counts
    where kind = old.kind and state = old.state and city_key = old.city_key and count = 0;
  insert into people_counts values (new.kind, new.state, new.city_key, 1)
    on conflict (kind, state, city_key) do update set count = count + 1;
end;

create trigger applications_added after insert on applications begin
  insert into application_counts values (new.kind, new.received_at / 900000, 1)
    on conflict (kind, quarter) do update set count = count + 1;
end;
create trigger applications_removed after delete on applications begin
  update application_counts set count = count - 1
    where kind = old.kind and quarter = old.received_at / 900000;
  delete from application_counts
    where kind = old.kind and quarter = old.received_at / 900000 and count = 0;
end;
create trigger applications_moved after update of kind, received_at on applications begin
  update application_counts set count = count - 1
    where kind = old.kind and quarter = old.received_at / 900000;
  delete from application_counts
    where kind = old.kind and quarter = old.received_at / 900000 and count = 0;
  insert into application_counts values (new.kind, new.received_at / 900000, 1)
    on conflict (kind, quarter) do update set count = count + 1;
end;

-- The people of one city in the order of their names.
create index people_by_city_and_name on people
  (kind, state, city_key, name_key, received_at desc, sequence desc);
