-- The whole schema of release 0.1.0 (572ea360), but for what the next file makes anew. Its name is that of the last
-- migration of that release, whose stores have it. What a later release adds is a migration of its own.

-- What was sent, as it was sent: text, because jsonb refuses \u0000 and lone surrogates.
-- Values are compared one by one: for a list (`in`) SQLite builds a table anew with each row, 2 of an accept's 10 µs.
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
  -- One that is quarantined or discarded has no job that could be claimed.
  state text not null default 'accepted'
    check (state = 'accepted' or state = 'quarantined' or state = 'discarded'),
  -- Of `imports`; null: a form brought it.
  import text,
  -- What led the visitor to the site (`utm_source` or the host of the page before), and `utm_medium`, `utm_campaign`.
  source text,
  medium text,
  campaign text
) /*sqlite strict*/;
create unique index submissions_by_idempotency_key on submissions (kind, idempotency_key)
  where idempotency_key is not null;
create index submissions_by_email on submissions (kind, email_key, sequence);
create index submissions_set_aside on submissions (state, sequence) where state <> 'accepted';
create index submissions_by_time on submissions (kind, state, received_at);
create index submissions_by_import on submissions (import, sequence) where import is not null;

-- Where an application came from: a sheet that was imported, a person of the team who added it, or a form.
create table imports (
  id text primary key,
  kind text not null,
  -- The name of the sheet's file; null: one person, added by hand.
  file text,
  actor text not null,
  actor_name text not null,
  way text not null,
  imported_at bigint not null
) /*sqlite strict, without rowid*/;

-- One row a person of a kind (its subject is the email's key), or a contact message (its subject is its id).
-- Written in the transaction that stores, moves or deletes a submission, or decides.
create table applicants (
  id bigint /*postgres generated always as identity*/ primary key,
  kind text not null,
  -- null: everything about them was deleted; what stays is that somebody was in this state.
  subject text,
  state text not null default 'new',
  -- The version of the last decision; 0: there is none.
  version integer not null default 0,
  -- Of accepted submissions: how many, the first, and the newest with its time.
  applications integer not null default 0,
  first_sequence bigint,
  sequence bigint,
  received_at bigint,
  -- Of the newest; the keys are one spelling, for sorting and comparing.
  name_key text /*postgres collate "C"*/ not null default '',
  city_key text /*postgres collate "C"*/ not null default '',
  city text not null default '',
  -- The distinct words of all of them, folded, with a space between two; null only until the transaction that adds the
  -- row has written them.
  words text,
  -- What led them to the site at their first application, in one spelling, short enough for an index; null: it is not
  -- known.
  source_key text /*postgres collate "C"*/,
  -- 1: the newest application came after the one that the last decision is about.
  applied_again bigint not null default 0,
  /*postgres word_vector tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored,*/
  unique (kind, subject)
) /*sqlite strict*/;
create index applicants_in_order on applicants (sequence, kind, state);
-- From this index alone the applicants of each source are counted. Its condition means the same as
-- "sequence is not null", the condition of the lists: with that one SQLite would read lists from here, and sort them.
create index applicants_to_count_sources on applicants (source_key, kind, state)
  where applications > 0 and source_key is not null;
/*postgres create index applicants_by_word on applicants using gin (word_vector);*/
-- SQLite's own index of words; the words come folded and split, so this tokenizer splits at nothing but spaces.
/*sqlite
create virtual table applicant_words using fts5 (
  words, content = 'applicants', content_rowid = 'id', prefix = '1 2', detail = none, columnsize = 0,
  tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
-- A deleted word leaves the index at once, not when its segment is merged.
insert into applicant_words (applicant_words, rank) values ('secure-delete', 1);
create trigger applicant_words_added after insert on applicants when new.words is not null begin
  insert into applicant_words (rowid, words) values (new.id, new.words);
end;
create trigger applicant_words_removed after delete on applicants when old.words is not null begin
  insert into applicant_words (applicant_words, rowid, words) values ('delete', old.id, old.words);
end;
*/

-- A decision about an applicant, or about a contact message. Rows are added, never changed. `subject` is the
-- applicant's email key; of a contact message it is its id. States, ways and kinds of jobs are checked by the program
-- alone, so that another one needs no change here.
create table decisions (
  position bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  id text not null unique,
  kind text not null,
  subject text not null,
  -- 1 for the first decision about the subject, then counted on: of two that saw the same, one is stored.
  version integer not null,
  -- The subject's newest submission at that time.
  sequence bigint not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  actor_name text not null,
  way text not null,
  note text,
  decided_at bigint not null,
  -- The wave that it was made in; null: it was made by itself.
  wave text
) /*sqlite strict*/;
create unique index decisions_by_subject on decisions (kind, subject, version);
-- Only few decisions have a note; each is searched for the address of who is to be erased.
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

-- What is to be sent, and what was.
create table jobs (
  -- The order of arrival, in which a queue is sent.
  sequence bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  -- Of a letter, of what a click leads to and of the notice; a message to a channel has none.
  id text,
  channel text not null,
  kind text not null,
  -- Which submission it is about; of a letter the one with the name and the address.
  submission bigint,
  -- Of a letter: the decision that it tells of. One that is sent again is a second letter about it.
  decision text,
  -- JSON: what only jobs of this kind need.
  payload text,
  state text not null,
  queued_at bigint not null,
  -- When it may be claimed: the due time while waiting, the end of the lease while claimed.
  due_at bigint not null,
  -- When that was set: one that is ahead of the clock says that the clock was set back since.
  due_set_at bigint not null,
  attempts integer not null default 0,
  -- How many attempts in a row were sent and not answered: the receiver may have taken them.
  unanswered integer not null default 0,
  claim_token text,
  delivered_at bigint,
  -- Begins with a code of `contract/send-failures.ts`.
  reason text,
  -- Of a message update: of which message, unless a response URL changes it. Of a submission: where it was posted
  -- last; null: nowhere yet, or by a webhook.
  place text,
  -- Attempts without an answer (being sent now, cut off, unanswered): each may have left a message at an unknown place.
  uncertain integer not null default 0,
  -- Of a letter: the time that was set for it, before which it is never sent; null: it goes at once.
  tell_at bigint
) /*sqlite strict*/;
-- Claims walk it in order and stop after a few; one by due_at would tempt planners to sort all that is due.
create index jobs_open on jobs (channel, sequence, due_at) where state in ('waiting', 'claimed');
create index jobs_settled on jobs (channel, state, sequence) where state not in ('waiting', 'claimed');
create index jobs_by_submission on jobs (submission);
create unique index jobs_by_id on jobs (id) where id is not null;
create index jobs_by_decision on jobs (decision) where decision is not null;

-- Which submissions the messages show that a Slack app has posted, so that they can be changed and deleted.
-- A digest shows several; a submission may stand in several, because delivery is at least once.
create table messages (
  -- The channel's id and the message's time stamp.
  place text not null,
  submission bigint not null,
  primary key (place, submission)
) /*sqlite strict, without rowid*/;
create index messages_by_submission on messages (submission);

-- What each channel writes to, as a hash; null: nothing is set, its jobs wait.
create table channels (
  channel text primary key,
  address text
) /*sqlite strict, without rowid*/;
insert into channels (channel) values ('waitlist'), ('contact'), ('letters');

-- A queue is an address that is written to: channels with the same address share its pace and its halt.
create table queues (
  address text primary key,
  next_send_at bigint not null default 0,
  halted_reason text
) /*sqlite strict, without rowid*/;

-- One key a day; earlier ones are deleted, so that their hashes lead nowhere.
create table address_keys (
  day bigint primary key,
  key text not null
) /*sqlite strict*/;

-- A sign-in link of the console. Deleted when it is used; what is stored cannot be turned back into the link.
create table sign_in_links (
  token_hash text primary key,
  -- Who asked for it: the account on the server.
  account text not null,
  expires_at bigint not null
) /*sqlite strict, without rowid*/;

create table console_sessions (
  token_hash text primary key,
  way text not null check (way in ('link', 'provider')),
  -- Stays the same for the same person: the account on the server, or the email.
  person text not null,
  name text not null,
  started_at bigint not null,
  last_seen_at bigint not null
) /*sqlite strict, without rowid*/;

-- Who signed in, or tried to. `who` is null where that is not known. Refused ones are limited in number.
create table sign_ins (
  position bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  way text not null,
  who text,
  result text not null,
  at bigint not null
) /*sqlite strict*/;
create index sign_ins_by_time on sign_ins (at);

-- Counts of the limits, one row a key and window. Unlogged: after a crash they begin anew.
/*postgres
create unlogged table limit_counts (
  key text collate "C" primary key,
  started_at bigint not null,
  ends_at bigint not null,
  count bigint not null
);
*/
