-- One row a person of a kind (its subject is the email's key), or a contact message (its subject is its id).
-- Written in the transaction that stores, moves or deletes a submission, or decides.
create table applicants (
  id bigint generated always as identity primary key,
  kind text not null,
  -- null: everything about them was deleted; what stays is that somebody was in this state.
  subject text,
  state text not null default 'new',
  -- The version of the last decision; 0: there is none.
  version integer not null default 0,
  -- Of submissions that are neither held nor discarded: how many, the first, and the newest with its time.
  applications integer not null default 0,
  first_sequence bigint,
  sequence bigint,
  received_at bigint,
  -- Of the newest; the keys are one spelling, for sorting and comparing.
  name_key text collate "C" not null default '',
  city_key text collate "C" not null default '',
  city text not null default '',
  -- The distinct words of all of them, folded, with a space between two. null: the next program that opens this
  -- store derives the row.
  words text,
  word_vector tsvector generated always as (array_to_tsvector(string_to_array(words, ' '))) stored,
  unique (kind, subject)
);
create index applicants_in_order on applicants (sequence, kind, state);
create index applicants_to_derive on applicants (id) where words is null;
create index applicants_by_word on applicants using gin (word_vector);

insert into applicants (kind, subject, state, version)
  select distinct submissions.kind,
    case when submissions.kind = 'contact' then submissions.id else submissions.email_key end,
    coalesce(reviews.state, 'new'), coalesce(reviews.version, 0)
  from submissions left join reviews on reviews.kind = submissions.kind
    and reviews.subject = case when submissions.kind = 'contact' then submissions.id else submissions.email_key end;
insert into applicants (kind, state, words)
  select kind, state, '' from deleted_applicants, generate_series(1, count);

create index submissions_by_time on submissions (kind, state, received_at);

drop table people_counts;
drop table application_counts;
drop table people_words;
drop table people;
drop table applications;
drop function add_people, remove_people, add_applications, remove_applications;
drop table people_index;
drop table reviews;
drop table deleted_applicants;
