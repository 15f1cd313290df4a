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

-- The last answer to the newest invitation, and when it was given; null: there is none.
alter table applicants add column answer text;
alter table applicants add column answered_at bigint;
