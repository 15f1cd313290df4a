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
