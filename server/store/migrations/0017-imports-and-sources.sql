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
-- null: a form brought it.
alter table submissions add column import text;
create index submissions_by_import on submissions (import, sequence) where import is not null;
-- What led the visitor to the site (`utm_source` or the host of the page before), and `utm_medium`, `utm_campaign`.
alter table submissions add column source text;
alter table submissions add column medium text;
alter table submissions add column campaign text;

-- States, ways and kinds of jobs are checked by the program alone, so that another one needs no change here.
/*postgres
alter table decisions drop constraint if exists decisions_to_state_check,
  drop constraint if exists decisions_way_check, drop constraint if exists decisions_kind_check;
alter table jobs drop constraint if exists jobs_kind_check, drop constraint if exists jobs_state_check;
*/
-- SQLite drops a check without a name with its column only.
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
