-- A sign-in link of the console. Deleted when it is used; what is stored cannot be turned back into the link.
create table sign_in_links (
  token_hash text primary key,
  -- Who asked for it: the account on the server.
  account text not null,
  expires_at integer not null
) strict, without rowid;

create table console_sessions (
  token_hash text primary key,
  way text not null check (way in ('link', 'provider')),
  -- Stays the same for the same person: the account on the server, or the email.
  person text not null,
  name text not null,
  started_at integer not null,
  last_seen_at integer not null
) strict, without rowid;

-- Who signed in, or tried to. `who` is null where that is not known.
create table sign_ins (
  position integer primary key autoincrement,
  way text not null,
  who text,
  result text not null,
  at integer not null
) strict;
