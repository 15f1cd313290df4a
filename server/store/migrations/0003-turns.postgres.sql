-- When the channel was claimed last: of two channels with one webhook, the one that waited longer is next.
alter table channels add column last_claimed_at bigint not null default 0;
