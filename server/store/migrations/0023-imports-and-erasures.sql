-- When the last row of the sheet was stored, and when somebody began to take the import back; null: neither was.
alter table imports add column ended_at bigint;
alter table imports add column undone_at bigint;
update imports set ended_at = imported_at;

-- Whom no sheet brings back, because they asked to be erased: of each address a hash, which does not give it back.
create table erased_people (
  email_hash text primary key
) /*sqlite strict, without rowid*/;
-- The secret of those hashes, made by the first erasure. One row at most, with the id 1.
create table erasure_key (
  id bigint primary key,
  key text not null
) /*sqlite strict*/;
