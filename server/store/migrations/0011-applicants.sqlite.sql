-- One row a person of a kind (its subject is the email's key), or a contact message (its subject is its id).
-- Written in the transaction that stores, moves or deletes a submission, or decides.
create table applicants (
  id integer primary key,
  kind text not null,
  -- null: everything about them was deleted; what stays is that somebody was in this state.
  subject text,
  state text not null default 'new',
  -- The version of the last decision; 0: there is none.
  version integer not null default 0,
  -- Of submissions that are neither held nor discarded: how many, the first, and the newest with its time.
  applications integer not null default 0,
  first_sequence integer,
  sequence integer,
  received_at integer,
  -- Of the newest; the keys are one spelling, for sorting and comparing.
  name_key text not null default '',
  city_key text not null default '',
  city text not null default '',
  -- The distinct words of all of them, folded, with a space between two. null: the next program that opens this
  -- store derives the row.
  words text,
  unique (kind, subject)
) strict;
create index applicants_in_order on applicants (sequence, kind, state);
create index applicants_to_derive on applicants (id) where words is null;

insert into applicants (kind, subject, state, version)
  select distinct submissions.kind,
    case when submissions.kind = 'contact' then submissions.id else submissions.email_key end,
    coalesce(reviews.state, 'new'), coalesce(reviews.version, 0)
  from submissions left join reviews on reviews.kind = submissions.kind
    and reviews.subject = case when submissions.kind = 'contact' then submissions.id else submissions.email_key end;
insert into applicants (kind, state, words)
  with recursive deleted (kind, state, count) as (
    select kind, state, count from deleted_applicants
    union all select kind, state, count - 1 from deleted where count > 1
  ) select kind, state, '' from deleted;

-- SQLite's own index of words; the words come folded and split, so this tokenizer splits at nothing but spaces.
create virtual table applicant_words using fts5 (
  words, content = 'applicants', content_rowid = 'id', prefix = '1 2', detail = none, columnsize = 0,
  tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
-- A deleted word leaves the index at once, not when its segment is merged.
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

create index submissions_by_time on submissions (kind, state, received_at);

drop table people_counts;
drop table application_counts;
drop table people_words;
drop table people_texts;
drop table people;
drop table applications;
drop table people_index;
drop table reviews;
drop table deleted_applicants;
