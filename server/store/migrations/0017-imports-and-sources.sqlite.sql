-- Where an application came from: a sheet that was imported, a person of the team who added it, or a form.
create table imports (
  id text primary key,
  kind text not null,
  -- The name of the sheet's file; null: one person, added by hand.
  file text,
  actor text not null,
  actor_name text not null,
  way text not null,
  imported_at integer not null
) strict, without rowid;
-- null: a form brought it.
alter table submissions add column import text;
create index submissions_by_import on submissions (import, sequence) where import is not null;
-- What led the visitor to the site (`utm_source` or the host of the page before), and `utm_medium`, `utm_campaign`.
alter table submissions add column source text;
alter table submissions add column medium text;
alter table submissions add column campaign text;

-- States, ways and kinds of jobs are checked by the program alone, so that another one needs no new table here.
alter table decisions rename to decisions_before;
drop index decisions_by_subject;
drop index decisions_by_time;
drop index decisions_with_note;
drop index decisions_by_wave;
create table decisions (
  position integer primary key autoincrement,
  id text not null unique,
  kind text not null,
  subject text not null,
  version integer not null,
  sequence integer not null,
  from_state text not null,
  to_state text not null,
  actor text not null,
  actor_name text not null,
  way text not null,
  note text,
  decided_at integer not null,
  wave text
) strict;
insert into decisions (position, id, kind, subject, version, sequence, from_state, to_state, actor, actor_name, way,
    note, decided_at, wave)
  select position, id, kind, subject, version, sequence, from_state, to_state, actor, actor_name, way,
    note, decided_at, wave from decisions_before order by position;
delete from sqlite_sequence where name = 'decisions';
update sqlite_sequence set name = 'decisions' where name = 'decisions_before';
drop table decisions_before;
create unique index decisions_by_subject on decisions (kind, subject, version);
create index decisions_by_time on decisions (decided_at, kind, version, to_state, actor_name, sequence);
create index decisions_with_note on decisions (position) where note is not null;
create index decisions_by_wave on decisions (wave) where wave is not null;

alter table jobs rename to jobs_before;
drop index jobs_open;
drop index jobs_settled;
drop index jobs_by_submission;
drop index jobs_by_id;
drop index jobs_by_decision;
create table jobs (
  sequence integer primary key autoincrement,
  id text,
  channel text not null,
  kind text not null,
  submission integer,
  decision text,
  payload text,
  state text not null,
  queued_at integer not null,
  due_at integer not null,
  due_set_at integer not null,
  attempts integer not null default 0,
  unanswered integer not null default 0,
  claim_token text,
  delivered_at integer,
  reason text,
  place text,
  uncertain integer not null default 0,
  tell_at integer
) strict;
insert into jobs (sequence, id, channel, kind, submission, decision, payload, state, queued_at, due_at, due_set_at,
    attempts, unanswered, claim_token, delivered_at, reason, place, uncertain, tell_at)
  select sequence, id, channel, kind, submission, decision, payload, state, queued_at, due_at, due_set_at,
    attempts, unanswered, claim_token, delivered_at, reason, place, uncertain, tell_at from jobs_before order by sequence;
delete from sqlite_sequence where name = 'jobs';
update sqlite_sequence set name = 'jobs' where name = 'jobs_before';
drop table jobs_before;
create index jobs_open on jobs (channel, sequence, due_at) where state in ('waiting', 'claimed');
create index jobs_settled on jobs (channel, state, sequence) where state not in ('waiting', 'claimed');
create index jobs_by_submission on jobs (submission);
create unique index jobs_by_id on jobs (id) where id is not null;
create index jobs_by_decision on jobs (decision) where decision is not null;
