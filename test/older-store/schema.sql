-- The schema of release 0.1.0 (572ea360), as its four migrations made it.
create table submissions (
  sequence bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  id text not null unique,
  kind text not null check (kind = 'creator' or kind = 'venue' or kind = 'contact'),
  fields text not null /*sqlite check (json_valid(fields))*/,
  email_key text not null,
  idempotency_key text,
  address_hash text,
  quarantine_reason text,
  received_at bigint not null,
  state text not null default 'accepted'
    check (state = 'accepted' or state = 'quarantined' or state = 'discarded')
) /*sqlite strict*/;
create unique index submissions_by_idempotency_key on submissions (kind, idempotency_key)
  where idempotency_key is not null;
create index submissions_by_email on submissions (kind, email_key, sequence);
create index submissions_set_aside on submissions (state, sequence) where state <> 'accepted';
create index submissions_by_time on submissions (kind, state, received_at);
create table applicants (
  id bigint /*postgres generated always as identity*/ primary key,
  kind text not null,
  subject text,
  state text not null default 'new',
  version integer not null default 0,
  applications integer not null default 0,
  first_sequence bigint,
  sequence bigint,
  received_at bigint,
  name_key text /*postgres collate "C"*/ not null default '',
  city_key text /*postgres collate "C"*/ not null default '',
  city text not null default '',
  words text,
  /*postgres word_vector tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored,*/
  unique (kind, subject)
) /*sqlite strict*/;
create index applicants_in_order on applicants (sequence, kind, state);
create index applicants_to_derive on applicants (id) where words is null;
create index applicants_to_count on applicants (kind, state, city_key, city, received_at) where applications > 0;
/*postgres create index applicants_by_word on applicants using gin (word_vector);*/
/*sqlite
create virtual table applicant_words using fts5 (
  words, content = 'applicants', content_rowid = 'id', prefix = '1 2', detail = none, columnsize = 0,
  tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
insert into applicant_words (applicant_words, rank) values ('secure-delete', 1);
create trigger applicant_words_added after insert on applicants when new.words is not null begin
  insert into applicant_words (rowid, words) values (new.id, new.words);
end;
create trigger applicant_words_changed after update of words on applicants when new.words is not old.words begin
  insert into applicant_words (applicant_words, rowid, words)
    select 'delete', old.id, old.words where old.words is not null;
  insert into applicant_words (rowid, words) values (new.id, new.words);
end;
create trigger applicant_words_removed after delete on applicants when old.words is not null begin
  insert into applicant_words (applicant_words, rowid, words) values ('delete', old.id, old.words);
end;
*/
create table decisions (
  position bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  id text not null unique,
  kind text not null check (kind in ('creator', 'venue', 'contact')),
  subject text not null,
  version integer not null,
  sequence bigint not null,
  from_state text not null,
  to_state text not null check (to_state in ('new', 'shortlisted', 'invited', 'declined', 'answered')),
  actor text not null,
  actor_name text not null,
  way text not null check (way in ('slack', 'cli', 'console')),
  note text,
  decided_at bigint not null,
  wave text
) /*sqlite strict*/;
create unique index decisions_by_subject on decisions (kind, subject, version);
create index decisions_by_time on decisions (decided_at, kind, version, to_state, actor_name, sequence);
create index decisions_with_note on decisions (position) where note is not null;
create index decisions_by_wave on decisions (wave) where wave is not null;
create table notes (
  position bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  id text not null unique,
  kind text not null,
  subject text not null,
  actor text not null,
  actor_name text not null,
  way text not null,
  note text not null,
  noted_at bigint not null
) /*sqlite strict*/;
create index notes_by_subject on notes (kind, subject, position);
create table jobs (
  sequence bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  id text,
  channel text not null,
  kind text not null check (
    kind = 'submission' or kind = 'letter' or kind = 'message update' or kind = 'reply' or kind = 'notice'
  ),
  submission bigint,
  decision text,
  payload text,
  state text not null check (
    state = 'waiting' or state = 'claimed' or state = 'delivered' or state = 'parked' or state = 'cancelled'
  ),
  queued_at bigint not null,
  due_at bigint not null,
  due_set_at bigint not null,
  attempts integer not null default 0,
  unanswered integer not null default 0,
  claim_token text,
  delivered_at bigint,
  reason text,
  place text,
  uncertain integer not null default 0,
  tell_at bigint
) /*sqlite strict*/;
create index jobs_open on jobs (channel, sequence, due_at) where state in ('waiting', 'claimed');
create index jobs_settled on jobs (channel, state, sequence) where state not in ('waiting', 'claimed');
create index jobs_by_submission on jobs (submission);
create unique index jobs_by_id on jobs (id) where id is not null;
create index jobs_by_decision on jobs (decision) where decision is not null;
create table messages (
  place text not null,
  submission bigint not null,
  primary key (place, submission)
) /*sqlite strict, without rowid*/;
create index messages_by_submission on messages (submission);
create table channels (
  channel text primary key,
  address text
) /*sqlite strict, without rowid*/;
insert into channels (channel) values ('waitlist'), ('contact'), ('letters');
create table queues (
  address text primary key,
  next_send_at bigint not null default 0,
  halted_reason text
) /*sqlite strict, without rowid*/;
create table address_keys (
  day bigint primary key,
  key text not null
) /*sqlite strict*/;
create table sign_in_links (
  token_hash text primary key,
  account text not null,
  expires_at bigint not null
) /*sqlite strict, without rowid*/;
create table console_sessions (
  token_hash text primary key,
  way text not null check (way in ('link', 'provider')),
  person text not null,
  name text not null,
  started_at bigint not null,
  last_seen_at bigint not null
) /*sqlite strict, without rowid*/;
create table sign_ins (
  position bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  way text not null,
  who text,
  result text not null,
  at bigint not null
) /*sqlite strict*/;
create index sign_ins_by_time on sign_ins (at);
/*postgres
create unlogged table limit_counts (
  key text collate "C" primary key,
  started_at bigint not null,
  ends_at bigint not null,
  count bigint not null
);
*/
create table imports (
  id text primary key,
  kind text not null,
  file text,
  actor text not null,
  actor_name text not null,
  way text not null,
  imported_at bigint not null
) /*sqlite strict, without rowid*/;
alter table submissions add column import text;
create index submissions_by_import on submissions (import, sequence) where import is not null;
alter table submissions add column source text;
alter table submissions add column medium text;
alter table submissions add column campaign text;
/*postgres
alter table decisions drop constraint if exists decisions_to_state_check,
  drop constraint if exists decisions_way_check, drop constraint if exists decisions_kind_check;
alter table jobs drop constraint if exists jobs_kind_check, drop constraint if exists jobs_state_check;
*/
/*sqlite
drop index decisions_by_subject;
drop index decisions_by_time;
alter table decisions rename column kind to checked_kind;
alter table decisions rename column to_state to checked_to_state;
alter table decisions rename column way to checked_way;
alter table decisions add column kind text;
alter table decisions add column to_state text;
alter table decisions add column way text;
update decisions set kind = checked_kind, to_state = checked_to_state, way = checked_way;
alter table decisions drop column checked_kind;
alter table decisions drop column checked_to_state;
alter table decisions drop column checked_way;
alter table decisions alter column kind set not null;
alter table decisions alter column to_state set not null;
alter table decisions alter column way set not null;
create unique index decisions_by_subject on decisions (kind, subject, version);
create index decisions_by_time on decisions (decided_at, kind, version, to_state, actor_name, sequence);
drop index jobs_open;
drop index jobs_settled;
alter table jobs rename column kind to checked_kind;
alter table jobs rename column state to checked_state;
alter table jobs add column kind text;
alter table jobs add column state text;
update jobs set kind = checked_kind, state = checked_state;
alter table jobs drop column checked_kind;
alter table jobs drop column checked_state;
alter table jobs alter column kind set not null;
alter table jobs alter column state set not null;
create index jobs_open on jobs (channel, sequence, due_at) where state in ('waiting', 'claimed');
create index jobs_settled on jobs (channel, state, sequence) where state not in ('waiting', 'claimed');
*/
alter table applicants add column source_key text /*postgres collate "C"*/;
create index applicants_to_count_sources on applicants (source_key, kind, state)
  where applications > 0 and source_key is not null;
alter table applicants add column applied_again bigint not null default 0;
update applicants set applied_again = 1 where version > 0 and state <> 'new' and sequence > (
  select decisions.sequence from decisions where decisions.kind = applicants.kind
    and decisions.subject = applicants.subject and decisions.version = applicants.version
);
drop index applicants_to_count;
create index applicants_to_count on applicants (kind, state, city_key, city, applied_again, received_at)
  where applications > 0;
create table migrations (name text primary key, applied_at /*postgres timestamptz*/ /*sqlite text*/ not null) /*sqlite strict*/;
insert into migrations (name, applied_at) values
  ('0016-applicants-to-count', '2026-11-28T08:35:09Z'),
  ('0017-imports-and-sources', '2026-11-28T08:35:09Z'),
  ('0018-sources-to-count', '2026-11-28T08:35:09Z'),
  ('0019-applied-again', '2026-11-28T08:35:09Z');
