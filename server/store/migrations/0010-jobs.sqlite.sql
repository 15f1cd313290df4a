-- One table of jobs takes the place of deliveries, letters, message updates and the notice about the quarantine.

-- Quarantined and discarded are states of the submission: it has no job that could be claimed.
alter table submissions add column state text not null default 'accepted'
  check (state = 'accepted' or state = 'quarantined' or state = 'discarded');
update submissions set state = (select deliveries.state from deliveries where deliveries.sequence = submissions.sequence)
  where sequence in (select sequence from deliveries where state in ('quarantined', 'discarded'));
update submissions set quarantine_reason = 'honeypot' where quarantine_reason = 'trap';
update submissions set quarantine_reason = 'overload' where quarantine_reason = 'crowd';
create index submissions_set_aside on submissions (state, sequence) where state <> 'accepted';

-- What each channel writes to, as a hash; null: nothing is set, its jobs wait.
create table new_channels (
  channel text primary key,
  address text
) strict, without rowid;
insert into new_channels select channel, webhook_hash from channels;
insert into new_channels select 'letters', settings_hash from senders where name = 'letters';

-- A queue is an address that is written to: channels with the same address share its pace and its halt.
create table queues (
  address text primary key,
  next_send_at integer not null default 0,
  halted_reason text
) strict, without rowid;
insert into queues select webhook_hash, max(next_send_at), max(halted_reason) from channels
  where webhook_hash is not null group by webhook_hash;
insert into queues select settings_hash, next_send_at, halted_reason from senders where settings_hash is not null;

create table jobs (
  -- The order of arrival, in which a queue is sent.
  sequence integer primary key autoincrement,
  -- Of a letter, of what a click leads to and of the notice; a message to a channel has none.
  id text,
  channel text not null,
  kind text not null check (
    kind = 'submission' or kind = 'letter' or kind = 'message update' or kind = 'reply' or kind = 'notice'
  ),
  -- Which submission it is about; of a letter the one with the name and the address.
  submission integer,
  -- Of a letter: the decision to invite.
  decision text,
  -- JSON: what only jobs of this kind need.
  payload text,
  state text not null check (
    state = 'waiting' or state = 'claimed' or state = 'delivered' or state = 'parked' or state = 'cancelled'
  ),
  queued_at integer not null,
  -- When it may be claimed: the due time while waiting, the end of the lease while claimed.
  due_at integer not null,
  -- When that was set: one that is ahead of the clock says that the clock was set back since.
  due_set_at integer not null,
  attempts integer not null default 0,
  -- How many attempts in a row were sent and not answered: the receiver may have taken them.
  unanswered integer not null default 0,
  claim_token text,
  delivered_at integer,
  reason text
) strict;

insert into jobs (
    channel, kind, submission, state, queued_at, due_at, due_set_at, attempts, claim_token, delivered_at, reason
  )
  select channel, 'submission', sequence, case deliveries.state when 'discarded' then 'cancelled' else deliveries.state end,
    received_at, due_at, received_at, attempts, claim_token, delivered_at, last_reason
  from deliveries join submissions using (sequence)
  where deliveries.state <> 'quarantined' and (deliveries.state <> 'discarded' or attempts > 0)
  order by sequence;
insert into jobs (
    id, channel, kind, submission, decision, payload, state, queued_at, due_at, due_set_at, attempts, claim_token,
    delivered_at, reason
  )
  select id, 'letters', 'letter', sequence, decision_id, json_object('messageId', message_id),
    case state when 'queued' then 'waiting' when 'sent' then 'delivered' else state end,
    queued_at, due_at, queued_at, attempts, claim_token, sent_at, last_reason
  from letters order by queued_at, id;
insert into jobs (id, channel, kind, submission, payload, state, queued_at, due_at, due_set_at, attempts)
  select id, 'clicks', case when reply is null then 'message update' else 'reply' end, sequence,
    json_object('responseUrl', response_url, 'expiresAtMs', expires_at, 'text', reply), 'waiting',
    due_at, due_at, due_at, attempts
  from message_updates order by due_at, reply is null, id;
-- One row at most, which is due again when something was quarantined.
insert into jobs (id, channel, kind, payload, state, queued_at, due_at, due_set_at, delivered_at)
  select 'notice', 'notices', 'notice', json_object('newest', noticed_sequence),
    case when exists (select 1 from submissions where state = 'quarantined' and sequence > noticed_sequence)
      then 'waiting' else 'delivered' end,
    next_at, next_at, max(0, next_at - 600000), max(0, next_at - 600000)
  from quarantine_notice where next_at > 0;

-- Reasons were sentences; now they begin with a code.
update jobs set reason = 'slack_in_trouble ' || substr(reason, 16) where reason like 'Slack answered 5%';
update jobs set reason = 'slack_' || substr(reason, 20) || ' ' || substr(reason, 16)
  where reason like 'Slack answered 4__ %';
update jobs set reason = case
    when reason like '% to the recipient' then 'mail_recipient_refused '
    when reason like '% to the letter' then 'mail_letter_refused '
    when reason like '% to the sender' then 'mail_sender_refused '
    else 'mail_login_refused '
  end || substr(reason, 26, instr(reason, ' to the ') - 26)
  where reason like 'the mail server answered 5% to the recipient' or reason like 'the mail server answered 5% to the letter'
    or reason like 'the mail server answered 5% to the sender' or reason like 'the mail server answered 5% to the login';
update queues set halted_reason = 'slack_' || substr(halted_reason, 20) || ' ' || substr(halted_reason, 16)
  where halted_reason like 'Slack answered 4__ %';
update queues set halted_reason = 'mail_login_refused ' || substr(halted_reason, 26, instr(halted_reason, ' to the ') - 26)
  where halted_reason like 'the mail server answered 5% to the login';

-- Claims walk it in order and stop after a few; one by due_at would tempt planners to sort all that is due.
create index jobs_open on jobs (channel, sequence, due_at) where state in ('waiting', 'claimed');
create index jobs_settled on jobs (channel, state, sequence) where state not in ('waiting', 'claimed');
create index jobs_by_submission on jobs (submission);
create unique index jobs_by_id on jobs (id) where id is not null;
create unique index jobs_by_decision on jobs (decision) where decision is not null;

drop table deliveries;
drop table letters;
drop table message_updates;
drop table quarantine_notice;
drop table senders;
drop table channels;
alter table new_channels rename to channels;
