-- Which submissions the messages show that a Slack app has posted, so that they can be changed and deleted.
-- A digest shows several; a submission may stand in several, because delivery is at least once.
create table messages (
  -- The channel's id and the message's time stamp.
  place text not null,
  submission bigint not null,
  primary key (place, submission)
);
create index messages_by_submission on messages (submission);

-- Of a message update: of which message, unless a response URL changes it. Of a submission: where it was posted
-- last; null: nowhere yet, or by a webhook.
alter table jobs add column place text;
-- Attempts without an answer (being sent now, cut off, unanswered): each may have left a message at an unknown place.
alter table jobs add column uncertain integer not null default 0;
update jobs set uncertain = 1 where kind = 'submission' and delivered_at is null and attempts > 0;
