-- The wave that a decision was made in; null: it was made by itself.
alter table decisions add column wave text;
create index decisions_by_wave on decisions (wave) where wave is not null;

-- Of a letter: the time that was set for it, before which it is never sent; null: it goes at once.
alter table jobs add column tell_at integer;

-- A letter that is sent again is a second one about its decision.
drop index jobs_by_decision;
create index jobs_by_decision on jobs (decision) where decision is not null;
