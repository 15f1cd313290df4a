-- All that the releases up to 25 November 2026 made, whose last migration has this name.
-- 0001-submissions
-- fields is text, not jsonb: jsonb refuses \u0000 and lone surrogates, and we store what was sent.
create table submissions (
  sequence bigint generated always as identity primary key,
  id text not null unique,
  kind text not null check (kind in ('creator', 'venue', 'contact')),
  fields text not null,
  email_key text not null,
  idempotency_key text,
  address_hash text,
  quarantine_reason text,
  received_at bigint not null
);
create unique index submissions_by_idempotency_key on submissions (kind, idempotency_key)
  where idempotency_key is not null;
create index submissions_by_email on submissions (kind, email_key, sequence);

create table deliveries (
  sequence bigint primary key references submissions (sequence) on delete cascade,
  channel text not null check (channel in ('waitlist', 'contact')),
  state text not null check (state in ('waiting', 'claimed', 'delivered', 'parked', 'quarantined', 'discarded')),
  due_at bigint not null,
  attempts integer not null default 0,
  claim_token text,
  delivered_at bigint,
  last_reason text
);
-- Claims walk it in order and stop after a few; one by due_at would tempt planners to sort all that is due.
create index deliveries_open on deliveries (channel, sequence, due_at) where state in ('waiting', 'claimed');
create index deliveries_settled on deliveries (channel, state) where state not in ('waiting', 'claimed');

create table channels (
  channel text primary key,
  next_send_at bigint not null default 0,
  halted_reason text,
  webhook_hash text
);
insert into channels (channel) values ('waitlist'), ('contact');
-- 0002-abuse
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
-- 0003-turns
-- When the channel was claimed last: of two channels with one webhook, the one that waited longer is next.
alter table channels add column last_claimed_at bigint not null default 0;
-- 0004-limit-counts
-- Counts of the limits, one row a key with all its windows as JSON. Unlogged: after a crash they begin anew.
drop table rate_limits;
create unlogged table limit_counts (
  key text collate "C" primary key,
  counts text not null,
  expires_at bigint not null
);
-- 0005-reviews
-- A decision about an applicant, or about a contact message. Rows are added, never changed. `subject` is the
-- applicant's email key; of a contact message it is its id.
create table decisions (
  position bigint generated always as identity primary key,
  id text not null unique,
  kind text not null check (kind in ('creator', 'venue', 'contact')),
  subject text not null,
  -- 1 for the first decision about the subject, then counted on: of two that saw the same, one is stored.
  version integer not null,
  -- The subject's newest submission at that time.
  sequence bigint not null,
  from_state text not null,
  to_state text not null check (to_state in ('new', 'shortlisted', 'invited', 'declined', 'answered')),
  actor text not null,
  actor_name text not null,
  way text not null check (way in ('slack', 'cli', 'console')),
  note text,
  decided_at bigint not null
);
create unique index decisions_by_subject on decisions (kind, subject, version);

-- Where each subject stands: what its last decision says. A subject without a row is new, so that an accept
-- writes nothing here.
create table reviews (
  kind text not null,
  subject text not null,
  state text not null,
  version integer not null,
  sequence bigint not null,
  decided_at bigint not null,
  primary key (kind, subject)
);
create index reviews_by_state on reviews (kind, state, sequence);

create table notes (
  position bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  subject text not null,
  actor text not null,
  actor_name text not null,
  way text not null,
  note text not null,
  noted_at bigint not null
);
create index notes_by_subject on notes (kind, subject, position);

-- One for each decision to invite; added in the decision's transaction. Name and address are those of the
-- submission `sequence`.
create table letters (
  id text primary key,
  decision_id text not null unique,
  kind text not null check (kind in ('creator', 'venue')),
  subject text not null,
  sequence bigint not null,
  message_id text not null unique,
  state text not null check (state in ('queued', 'claimed', 'sent', 'parked', 'cancelled')),
  queued_at bigint not null,
  -- When it may be claimed: the due time while queued, the end of the lease while claimed.
  due_at bigint not null,
  attempts integer not null default 0,
  claim_token text,
  sent_at bigint,
  last_reason text
);
create index letters_open on letters (due_at) where state in ('queued', 'claimed');
create index letters_parked on letters (queued_at) where state = 'parked';
create index letters_by_subject on letters (kind, subject);
create index letters_by_submission on letters (sequence);

-- What is to be posted to the response URL of a click in Slack. Deleted once posted or expired.
create table message_updates (
  id text primary key,
  -- The message is to show how this submission stands; null: that it was deleted.
  sequence bigint,
  -- Said to the one who clicked, alone, in place of changing the message; null: the message is changed.
  reply text,
  response_url text not null,
  due_at bigint not null,
  expires_at bigint not null,
  attempts integer not null default 0,
  claim_token text
);
create index message_updates_due on message_updates (due_at);

-- Pace and halt of what is sent beside the channels.
create table senders (
  name text primary key,
  next_send_at bigint not null default 0,
  halted_reason text,
  settings_hash text
);
insert into senders (name) values ('letters'), ('message_updates');

-- How many applicants were in each state when everything about them was deleted. Nothing of a person.
create table deleted_applicants (
  kind text not null,
  state text not null,
  count bigint not null,
  primary key (kind, state)
);
-- 0006-console-sessions
-- As in the SQLite file of the same name.
create table sign_in_links (
  token_hash text primary key,
  account text not null,
  expires_at bigint not null
);

create table console_sessions (
  token_hash text primary key,
  way text not null check (way in ('link', 'provider')),
  person text not null,
  name text not null,
  started_at bigint not null,
  last_seen_at bigint not null
);

create table sign_ins (
  position bigint generated always as identity primary key,
  way text not null,
  who text,
  result text not null,
  at bigint not null
);
-- 0007-people
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
-- release from before this table keeps them too while both run. Every writer of `people` and `applications` holds
-- the list's lock. A row whose count is 0 is deleted: a city is what somebody typed.
create table people_counts (
  kind text not null,
  state text not null,
  city_key text collate "C" not null,
  count bigint not null,
  primary key (kind, state, city_key)
);
insert into people_counts select kind, state, city_key, count(*) from people group by kind, state, city_key;

-- A day begins at a quarter of an hour in every time zone.
create table application_counts (
  kind text not null,
  quarter bigint not null,
  count bigint not null
);
insert into application_counts
  select kind, received_at / 900000, count(*) from applications group by kind, received_at / 900000;
create unique index application_counts_by_time on application_counts (kind, quarter) include (count);

create function add_people() returns trigger language plpgsql as $$ begin
  insert into people_counts select kind, state, city_key, count(*) from added group by kind, state, city_key
    on conflict (kind, state, city_key) do update set count = people_counts.count + excluded.count;
  return null;
end $$;
create function remove_people() returns trigger language plpgsql as $$ begin
  update people_counts set count = people_counts.count - gone.count
    from (select kind, state, city_key, count(*) as count from removed group by kind, state, city_key) as gone
    where people_counts.kind = gone.kind and people_counts.state = gone.state
      and people_counts.city_key = gone.city_key;
  delete from people_counts where count = 0;
  return null;
end $$;
create trigger people_added after insert on people
  referencing new table as added for each statement execute function add_people();
create trigger people_removed after delete on people
  referencing old table as removed for each statement execute function remove_people();
create trigger people_moved_in after update on people
  referencing new table as added for each statement execute function add_people();
create trigger people_moved_out after update on people
  referencing old table as removed for each statement execute function remove_people();

create function add_applications() returns trigger language plpgsql as $$ begin
  insert into application_counts
    select kind, received_at / 900000, count(*) from added group by kind, received_at / 900000
    on conflict (kind, quarter) do update set count = application_counts.count + excluded.count;
  return null;
end $$;
create function remove_applications() returns trigger language plpgsql as $$ begin
  update application_counts set count = application_counts.count - gone.count
    from (
      select kind, received_at / 900000 as quarter, count(*) as count from removed group by kind, quarter
    ) as gone
    where application_counts.kind = gone.kind and application_counts.quarter = gone.quarter;
  delete from application_counts
    where count = 0 and quarter in (select received_at / 900000 from removed);
  return null;
end $$;
create trigger applications_added after insert on applications
  referencing new table as added for each statement execute function add_applications();
create trigger applications_removed after delete on applications
  referencing old table as removed for each statement execute function remove_applications();
create trigger applications_moved_in after update on applications
  referencing new table as added for each statement execute function add_applications();
create trigger applications_moved_out after update on applications
  referencing old table as removed for each statement execute function remove_applications();

-- The people of one city in the order of their names.
create index people_by_city_and_name on people
  (kind, state, city_key, name_key, received_at desc, sequence desc);
