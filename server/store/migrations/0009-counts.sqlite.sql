-- How many people there are of each kind, state and city, and how many applications came in each quarter of an
-- hour: what the console's overview and totals would otherwise count one by one. Kept by triggers, so that a
-- release from before this table keeps them too. A row whose count is 0 is deleted: a city is what somebody typed.
create table people_counts (
  kind text not null,
  state text not null,
  city_key text not null,
  count integer not null,
  primary key (kind, state, city_key)
) strict, without rowid;
insert into people_counts select kind, state, city_key, count(*) from people group by kind, state, city_key;

-- A day begins at a quarter of an hour in every time zone.
create table application_counts (
  kind text not null,
  quarter integer not null,
  count integer not null,
  primary key (kind, quarter)
) strict, without rowid;
insert into application_counts
  select kind, received_at / 900000, count(*) from applications group by kind, received_at / 900000;

create trigger people_added after insert on people begin
  insert into people_counts values (new.kind, new.state, new.city_key, 1)
    on conflict (kind, state, city_key) do update set count = count + 1;
end;
create trigger people_removed after delete on people begin
  update people_counts set count = count - 1
    where kind = old.kind and state = old.state and city_key = old.city_key;
  delete from people_counts
    where kind = old.kind and state = old.state and city_key = old.city_key and count = 0;
end;
create trigger people_moved after update of kind, state, city_key on people begin
  update people_counts set count = count - 1
    where kind = old.kind and state = old.state and city_key = old.city_key;
  delete from people_counts
    where kind = old.kind and state = old.state and city_key = old.city_key and count = 0;
  insert into people_counts values (new.kind, new.state, new.city_key, 1)
    on conflict (kind, state, city_key) do update set count = count + 1;
end;

create trigger applications_added after insert on applications begin
  insert into application_counts values (new.kind, new.received_at / 900000, 1)
    on conflict (kind, quarter) do update set count = count + 1;
end;
create trigger applications_removed after delete on applications begin
  update application_counts set count = count - 1
    where kind = old.kind and quarter = old.received_at / 900000;
  delete from application_counts
    where kind = old.kind and quarter = old.received_at / 900000 and count = 0;
end;
create trigger applications_moved after update of kind, received_at on applications begin
  update application_counts set count = count - 1
    where kind = old.kind and quarter = old.received_at / 900000;
  delete from application_counts
    where kind = old.kind and quarter = old.received_at / 900000 and count = 0;
  insert into application_counts values (new.kind, new.received_at / 900000, 1)
    on conflict (kind, quarter) do update set count = count + 1;
end;

-- The people of one city in the order of their names.
create index people_by_city_and_name on people
  (kind, state, city_key, name_key, received_at desc, sequence desc);
