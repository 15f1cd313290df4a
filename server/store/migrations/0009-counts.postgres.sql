-- How many people there are of each kind, state and city, and how many applications came in each quarter of an
-- hour: what the console's overview and totals would otherwise count one by one. Kept by triggers, so that a
-- release from before this table keeps them too while both run. Every writer of `people` and `applications` holds
-- the list's lock. A row whose count is 0 is deleted: a city is what somebody typed.
create table people_counts (
  kind text not null,
  state text not null,
  city_key text collate "C" not null,
  count bigint not null,
  primary key (kind, state, city_key)
);
insert into people_counts select kind, state, city_key, count(*) from people group by kind, state, city_key;

-- A day begins at a quarter of an hour in every time zone.
create table application_counts (
  kind text not null,
  quarter bigint not null,
  count bigint not null
);
insert into application_counts
  select kind, received_at / 900000, count(*) from applications group by kind, received_at / 900000;
create unique index application_counts_by_time on application_counts (kind, quarter) include (count);

create function add_people() returns trigger language plpgsql as $$ begin
  insert into people_counts select kind, state, city_key, count(*) from added group by kind, state, city_key
    on conflict (kind, state, city_key) do update set count = people_counts.count + excluded.count;
  return null;
end $$;
create function remove_people() returns trigger language plpgsql as $$ begin
  update people_counts set count = people_counts.count - gone.count
    from (select kind, state, city_key, count(*) as count from removed group by kind, state, city_key) as gone
    where people_counts.kind = gone.kind and people_counts.state = gone.state
      and people_counts.city_key = gone.city_key;
  delete from people_counts where count = 0;
  return null;
end $$;
create trigger people_added after insert on people
  referencing new table as added for each statement execute function add_people();
create trigger people_removed after delete on people
  referencing old table as removed for each statement execute function remove_people();
create trigger people_moved_in after update on people
  referencing new table as added for each statement execute function add_people();
create trigger people_moved_out after update on people
  referencing old table as removed for each statement execute function remove_people();

create function add_applications() returns trigger language plpgsql as $$ begin
  insert into application_counts
    select kind, received_at / 900000, count(*) from added group by kind, received_at / 900000
    on conflict (kind, quarter) do update set count = application_counts.count + excluded.count;
  return null;
end $$;
create function remove_applications() returns trigger language plpgsql as $$ begin
  update application_counts set count = application_counts.count - gone.count
    from (
      select kind, received_at / 900000 as quarter, count(*) as count from removed group by kind, quarter
    ) as gone
    where application_counts.kind = gone.kind and application_counts.quarter = gone.quarter;
  delete from application_counts
    where count = 0 and quarter in (select received_at / 900000 from removed);
  return null;
end $$;
create trigger applications_added after insert on applications
  referencing new table as added for each statement execute function add_applications();
create trigger applications_removed after delete on applications
  referencing old table as removed for each statement execute function remove_applications();
create trigger applications_moved_in after update on applications
  referencing new table as added for each statement execute function add_applications();
create trigger applications_moved_out after update on applications
  referencing old table as removed for each statement execute function remove_applications();

-- The people of one city in the order of their names.
create index people_by_city_and_name on people
  (kind, state, city_key, name_key, received_at desc, sequence desc);
