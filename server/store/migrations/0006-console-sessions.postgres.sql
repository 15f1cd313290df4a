-- As in the SQLite file of the same name.
create table sign_in_links (
  token_hash text primary key,
  account text not null,
  expires_at bigint not null
);

create table console_sessions (
  token_hash text primary key,
  way text not null check (way in ('link', 'provider')),
  person text not null,
  name text not null,
  started_at bigint not null,
  last_seen_at bigint not null
);

create table sign_ins (
  position bigint generated always as identity primary key,
  way text not null,
  who text,
  result text not null,
  at bigint not null
);
