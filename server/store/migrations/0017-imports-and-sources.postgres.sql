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
);
-- `import`: null: a form brought it. Then what led the visitor to the site (`utm_source` or the host of the page
-- before), and `utm_medium`, `utm_campaign`.
alter table submissions add column import text, add column source text, add column medium text,
  add column campaign text;
create index submissions_by_import on submissions (import, sequence) where import is not null;

-- States, ways and kinds of jobs are checked by the program alone, so that another one needs no change here.
alter table decisions drop constraint if exists decisions_to_state_check,
  drop constraint if exists decisions_way_check, drop constraint if exists decisions_kind_check;
alter table jobs drop constraint if exists jobs_kind_check, drop constraint if exists jobs_state_check;
