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
