-- What changes from release 0.1.0 to the next.

-- Which of the decisions about its subject it is, of those that count in the figures: 1, 2 and so on. 0: it counts
-- nowhere, because it was imported, only sends a letter, takes the one before it back, or was taken back.
-- The release before writes 1.
alter table decisions add column ordinal bigint not null default 1;
-- Decisions to go back say nowhere that they are an undo; those without a note and outside a wave are taken for one.
with undone as (
  select decisions.position, undo.position as undo from decisions join decisions as undo
    on undo.kind = decisions.kind and undo.subject = decisions.subject and undo.version = decisions.version + 1
  where undo.to_state = decisions.from_state and undo.wave is null and undo.note is null
    and (decisions.from_state = 'new' and decisions.to_state <> 'new'
      or decisions.from_state = 'shortlisted' and decisions.to_state not in ('new', 'shortlisted')
      or decisions.from_state = 'invited' and decisions.to_state = 'joined')
)
update decisions set ordinal = 0
where wave in (select id from imports)
  or position in (select position from undone union select undo from undone)
  or from_state = to_state and not (to_state = 'declined' and sequence > (
    select earlier.sequence from decisions as earlier where earlier.kind = decisions.kind
      and earlier.subject = decisions.subject and earlier.version = decisions.version - 1
  ));
update decisions set ordinal = (
  select count(*) from decisions as earlier where earlier.kind = decisions.kind
    and earlier.subject = decisions.subject and earlier.version <= decisions.version and earlier.ordinal > 0
) where ordinal > 0;
drop index if exists decisions_by_time;
create index decisions_by_time on decisions (decided_at, kind, ordinal, to_state, actor_name, sequence);
-- The states to which those decisions led, with a space between two.
alter table applicants add column reached text /*postgres collate "C"*/ not null default '';
update applicants set reached = coalesce((
  select string_agg(to_state, ' ' order by to_state) from (
    select distinct to_state from decisions where decisions.kind = applicants.kind
      and decisions.subject = applicants.subject and ordinal > 0
  ) as counted
), '') where version > 0;
-- The last answer to the newest invitation, and when it was given; null: there is none.
alter table applicants add column answer text;
alter table applicants add column answered_at bigint;
-- From this index alone the applicants of each state and city are counted, by the release before as well. Its condition
-- is not that of the lists, as that of `applicants_to_count_sources`.
drop index if exists applicants_to_count;
create index applicants_to_count on applicants (kind, state, city_key, city, applied_again, reached, answer, received_at)
  where applications > 0;
-- Without those that were sent elsewhere, before their people were imported.
create index letters_sent on jobs (sequence)
  where channel = 'letters' and state = 'delivered' and reason is distinct from 'told_elsewhere';

-- The day of the first application: of all that were accepted, and of the sheets that named them (`sheet_dates`).
-- null, as the release before writes it: that of the newest.
alter table applicants add column first_applied_at bigint;
update applicants set first_applied_at = (
  select min(received_at) from submissions
  where submissions.kind = applicants.kind and email_key = subject and submissions.state = 'accepted'
) where applications > 0;
create index applicants_by_first on applicants
  (coalesce(first_applied_at, received_at), first_sequence, kind, state);
-- Of people who were on the list when a sheet named them with an earlier day, and of applications that were pruned
-- (import '': by a form).
create table sheet_dates (
  kind text not null,
  subject text not null,
  import text not null,
  applied_at bigint not null,
  primary key (kind, subject, import)
) /*sqlite strict, without rowid*/;
create index sheet_dates_by_import on sheet_dates (import);

-- Nothing reads by it any more.
drop index if exists applicants_to_derive;

-- Where `copy-store` carried this store to: no server starts on it any more. One row at most.
create table copied_to (
  target text not null,
  copied_at bigint not null
) /*sqlite strict*/;

-- The releases whose servers were started on this store, the first of which made it.
create table releases (
  release text primary key,
  first_started_at bigint not null
) /*sqlite strict, without rowid*/;

/*sqlite
-- Words that stand behind those that were known are added to the index; deleting and adding all took 100 ms.
drop trigger if exists applicant_words_changed;
create trigger applicant_words_changed after update of words on applicants when new.words is not old.words begin
  insert into applicant_words (applicant_words, rowid, words)
    select 'delete', old.id,
      case when substr(new.words, 1, length(old.words) + 1) = old.words || ' ' then '' else old.words end
      where old.words is not null;
  insert into applicant_words (rowid, words) values (new.id,
    case when substr(new.words, 1, length(old.words) + 1) = old.words || ' '
      then substr(new.words, length(old.words) + 2) else new.words end);
end;
*/

-- When the last row of the sheet was stored, and when somebody began to take the import back; null: neither was.
alter table imports add column ended_at bigint;
alter table imports add column undone_at bigint;
update imports set ended_at = imported_at;

-- Whom no sheet brings back, because they asked to be erased: of each address a hash, which does not give it back.
create table erased_people (
  email_hash text primary key
) /*sqlite strict, without rowid*/;

-- Keys that only this store has, by what they are for.
create table secrets (
  purpose text primary key,
  secret text not null
) /*sqlite strict, without rowid*/;

-- What invited people answered on the page that their letter links to. Rows are added, never changed.
create table answers (
  position bigint /*postgres generated always as identity*/ primary key /*sqlite autoincrement*/,
  -- The decision that invited them.
  decision text not null,
  kind text not null,
  subject text not null,
  answer text not null,
  -- null: they wrote nothing.
  sentence text,
  answered_at bigint not null
) /*sqlite strict*/;
create index answers_by_subject on answers (kind, subject, position);

-- 1: a message of what people answered, which it goes on to show; 0: of applications.
alter table messages add column of_answers bigint not null default 0;
