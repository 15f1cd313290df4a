-- What the program of 25 November 2026 (migrations 0001 to 0009) stored in a run through every state, on an empty database of its own.
delete from submissions;
insert into submissions (sequence, id, kind, fields, email_key, idempotency_key, address_hash, quarantine_reason, received_at) values
  (1, '01a210fd-fc5c-7049-afbd-45d6c69e8c2d', 'creator', '{"name":"Sent","email":"sent@example.com","handle":"@sent","city":"Sydney","bio":"Hello"}', 'sent@example.com', 'key-of-sent', 'a-hash', null, 1795581410397),
  (2, '01a210fd-fc84-7e4a-9bb4-76a56d28d4fc', 'venue', '{"name":"Refused","email":"refused@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'refused@example.com', null, 'a-hash', null, 1795581410436),
  (3, '01a210fd-fc93-7471-bc38-3adafeb62d8d', 'creator', '{"name":"Declined","email":"declined@example.com","handle":"@declined","city":"Sydney","bio":"Hello"}', 'declined@example.com', null, 'a-hash', null, 1795581410451),
  (4, '01a210fd-fc9c-7274-b455-bda068e6acab', 'creator', '{"name":"Declined","email":"declined@example.com","handle":"@declined","city":"Sydney","bio":"Hello"}', 'declined@example.com', null, 'a-hash', null, 1795581410460),
  (5, '01a210fd-fca2-7d1a-981f-249b489d5d47', 'creator', '{"name":"Undone","email":"undone@example.com","handle":"@undone","city":"Sydney","bio":"Hello"}', 'undone@example.com', null, 'a-hash', null, 1795581410467),
  (6, '01a210fd-fcb0-7541-8807-bc9268ac9df7', 'creator', '{"name":"Retried","email":"retried@example.com","handle":"@retried","city":"Sydney","bio":"Hello"}', 'retried@example.com', null, 'a-hash', null, 1795581410480),
  (7, '01a210fd-fcbf-74a3-9f6f-dfeff6043d1c', 'creator', '{"name":"Cut","email":"cut@example.com","handle":"@cut","city":"Sydney","bio":"Hello"}', 'cut@example.com', null, 'a-hash', null, 1795581410495),
  (8, '01a210fd-fcd0-73a3-8b72-1b7f3fa11b30', 'contact', '{"name":"Asking","email":"asking@example.com","message":"A small bar."}', 'asking@example.com', null, 'a-hash', null, 1795581410513),
  (9, '01a210fd-fcdc-702e-833e-b8e845f19b64', 'contact', '{"name":"Halted","email":"halted@example.com","message":"A small bar."}', 'halted@example.com', null, 'a-hash', null, 1795581410524),
  (10, '01a210fd-fce3-7ae4-b7c9-76ca2d91fd0f', 'contact', '{"name":"Behind","email":"behind@example.com","message":"A small bar."}', 'behind@example.com', null, 'a-hash', null, 1795581410532),
  (11, '01a210fd-fce5-77e4-b54a-7100a0f149ba', 'creator', '{"name":"Parked","email":"parked@example.com","handle":"@parked","city":"Sydney","bio":"Hello"}', 'parked@example.com', null, 'a-hash', null, 1795581410534),
  (12, '01a210fd-fcec-7574-bdc3-e9e55ec2b955', 'creator', '{"name":"Spoiled","email":"spoiled@example.com","handle":"@spoiled","city":"Sydney","bio":"Hello"}', 'spoiled@example.com', null, 'a-hash', null, 1795581410540),
  (13, '01a210fd-fcf7-7b8f-9042-fbe6c6c454aa', 'creator', '{"name":"Caught","email":"caught@example.com","handle":"@caught","city":"Sydney","bio":"Hello"}', 'caught@example.com', null, 'a-hash', 'honeypot', 1795581410552),
  (14, '01a210fd-fcf9-7a8c-8523-da7c2c850ebc', 'venue', '{"name":"Crowded","email":"crowded@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'crowded@example.com', null, 'a-hash', 'crowd', 1795581410554),
  (15, '01a210fd-fcfb-7754-99f6-619068b4092c', 'creator', '{"name":"Thrown","email":"thrown@example.com","handle":"@thrown","city":"Sydney","bio":"Hello"}', 'thrown@example.com', null, 'a-hash', 'email', 1795581410555),
  (16, '01a210fd-fd03-7792-80f9-c3f09b1428c4', 'contact', '{"name":"Flooding","email":"flooding@example.com","message":"A small bar."}', 'flooding@example.com', null, 'a-hash', 'address', 1795581410563),
  (17, '01a210fd-fd05-7158-ba96-25d352b0db2c', 'creator', '{"name":"Released","email":"released@example.com","handle":"@released","city":"Sydney","bio":"Hello"}', 'released@example.com', null, 'a-hash', 'overload', 1795581410565),
  (18, '01a210fd-fd18-71da-80e4-e2f56a64786a', 'venue', '{"name":"Waiting","email":"waiting@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'waiting@example.com', null, 'a-hash', null, 1795581410584),
  (19, '01a210fd-fd19-794b-abf3-bbcb2a313d55', 'venue', '{"name":"Waiting","email":"waiting@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'waiting@example.com', null, 'a-hash', null, 1795581410585);
delete from address_keys;
insert into address_keys (day, key) values
  (20782, 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk');
delete from applications;
insert into applications (sequence, kind, received_at) values
  (1, 'creator', 1795581410397),
  (2, 'venue', 1795581410436),
  (3, 'creator', 1795581410451),
  (4, 'creator', 1795581410460),
  (5, 'creator', 1795581410467),
  (6, 'creator', 1795581410480),
  (7, 'creator', 1795581410495),
  (8, 'contact', 1795581410513),
  (9, 'contact', 1795581410524),
  (10, 'contact', 1795581410532),
  (11, 'creator', 1795581410534),
  (17, 'creator', 1795581410565),
  (18, 'venue', 1795581410584),
  (19, 'venue', 1795581410585);
delete from channels;
insert into channels (channel, next_send_at, halted_reason, webhook_hash, last_claimed_at) values
  ('waitlist', 1795581410582, null, '{waitlist webhook}', 0),
  ('contact', 1795581410530, 'Slack answered 404 no_service', '{contact webhook}', 0);
delete from console_sessions;
insert into console_sessions (token_hash, way, person, name, started_at, last_seen_at) values
  ('hash-of-provider-session', 'provider', 'cy@team.example', 'Cy', 1795581410607, 1795581410607),
  ('hash-of-session', 'link', 'root', 'root', 1795581410606, 1795581410606);
delete from decisions;
insert into decisions (position, id, kind, subject, version, sequence, from_state, to_state, actor, actor_name, way, note, decided_at) values
  (1, '4de76a4b-a8b8-4f39-9d12-ba6dc4f64962', 'creator', 'sent@example.com', 1, 1, 'new', 'shortlisted', 'cy@team.example', 'Cy', 'console', 'Good pictures.', 1795581410421),
  (2, 'f45d101c-494f-4a31-9dd1-19b027dd3507', 'creator', 'sent@example.com', 2, 1, 'shortlisted', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795581410426),
  (3, 'c7736770-b1ed-4bd9-aa08-b066d07ad2ed', 'venue', 'refused@example.com', 1, 2, 'new', 'invited', 'bo', 'bo', 'cli', null, 1795581410443),
  (4, 'd5c97ee8-6dc3-4f17-a997-a7255c98c1b7', 'creator', 'declined@example.com', 1, 3, 'new', 'declined', 'U0ADA', 'ada', 'slack', 'Too early.', 1795581410458),
  (5, '1e4cd0db-6891-400a-b27f-943af5b66419', 'creator', 'undone@example.com', 1, 5, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795581410473),
  (6, 'e117e57a-819f-4140-8c95-21b6af83b3ed', 'creator', 'undone@example.com', 2, 5, 'invited', 'new', 'cy@team.example', 'Cy', 'console', null, 1795581410477),
  (7, '4b9b8251-b394-41ff-89c8-f578e2f2f7e7', 'creator', 'retried@example.com', 1, 6, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795581410487),
  (8, '43dad869-c9c6-46e4-91a3-f1b38f7b4595', 'creator', 'cut@example.com', 1, 7, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795581410509),
  (9, 'a38dbf69-010a-416b-ac76-029d90cc8dbe', 'contact', '01a210fd-fcd0-73a3-8b72-1b7f3fa11b30', 1, 8, 'new', 'answered', 'cy@team.example', 'Cy', 'console', null, 1795581410520),
  (10, '5796afe0-1df9-491d-a654-7abc7ba9415d', 'venue', 'waiting@example.com', 1, 19, 'new', 'shortlisted', 'U0ADA', 'ada', 'slack', null, 1795581410587);
delete from deleted_applicants;
insert into deleted_applicants (kind, state, count) values
  ('creator', 'declined', 1);
delete from deliveries;
insert into deliveries (sequence, channel, state, due_at, attempts, claim_token, delivered_at, last_reason) values
  (1, 'waitlist', 'delivered', 1795581470399, 1, null, 1795581410409, null),
  (2, 'waitlist', 'delivered', 1795581470438, 1, null, 1795581410441, null),
  (3, 'waitlist', 'delivered', 1795581470453, 1, null, 1795581410455, null),
  (4, 'waitlist', 'delivered', 1795581470462, 1, null, 1795581410465, null),
  (5, 'waitlist', 'delivered', 1795581470468, 1, null, 1795581410471, null),
  (6, 'waitlist', 'delivered', 1795581470482, 1, null, 1795581410484, null),
  (7, 'waitlist', 'delivered', 1795581470497, 1, null, 1795581410500, null),
  (8, 'contact', 'delivered', 1795581470515, 1, null, 1795581410518, null),
  (9, 'contact', 'waiting', 1795581410530, 1, null, null, 'Slack answered 404 no_service'),
  (10, 'contact', 'waiting', 1795581410532, 0, null, null, null),
  (11, 'waitlist', 'parked', 1795581470535, 1, null, null, 'Slack answered 400 invalid_blocks'),
  (12, 'waitlist', 'discarded', 1795581470542, 1, null, null, 'Slack answered 400 invalid_payload'),
  (13, 'waitlist', 'quarantined', 1795581410552, 0, null, null, null),
  (14, 'waitlist', 'quarantined', 1795581410554, 0, null, null, null),
  (15, 'waitlist', 'discarded', 1795581410555, 0, null, null, null),
  (16, 'contact', 'quarantined', 1795581410563, 0, null, null, null),
  (17, 'waitlist', 'claimed', 1795581470582, 2, '62381296-253a-4a6a-bf74-ad0039abfe74', null, 'Slack answered 500 rollup_error'),
  (18, 'waitlist', 'waiting', 1795581410584, 0, null, null, null),
  (19, 'waitlist', 'waiting', 1795581410585, 0, null, null, null);
delete from letters;
insert into letters (id, decision_id, kind, subject, sequence, message_id, state, queued_at, due_at, attempts, claim_token, sent_at, last_reason) values
  ('552f304e-35b7-41c6-b43e-7256d0ebbffe', '43dad869-c9c6-46e4-91a3-f1b38f7b4595', 'creator', 'cut@example.com', 7, '<552f304e-35b7-41c6-b43e-7256d0ebbffe@entree.example>', 'queued', 1795581410509, 1795581420509, 0, null, null, null),
  ('67740058-bb2c-4195-8355-111b2d730b2d', '1e4cd0db-6891-400a-b27f-943af5b66419', 'creator', 'undone@example.com', 5, '<67740058-bb2c-4195-8355-111b2d730b2d@entree.example>', 'cancelled', 1795581410473, 1795581420473, 0, null, null, null),
  ('6b2c1bb2-ee13-440f-908f-e2a11b499f82', 'f45d101c-494f-4a31-9dd1-19b027dd3507', 'creator', 'sent@example.com', 1, '<6b2c1bb2-ee13-440f-908f-e2a11b499f82@entree.example>', 'sent', 1795581410426, 1795581470431, 1, null, 1795581410434, null),
  ('76d23c9a-4734-4927-98e9-b092f931aa43', 'c7736770-b1ed-4bd9-aa08-b066d07ad2ed', 'venue', 'refused@example.com', 2, '<76d23c9a-4734-4927-98e9-b092f931aa43@entree.example>', 'parked', 1795581410443, 1795581470447, 1, null, null, 'the mail server answered 550 5.1.1 to the recipient'),
  ('c52dbbbd-e09e-4280-bcc7-d4f2e559add8', '4b9b8251-b394-41ff-89c8-f578e2f2f7e7', 'creator', 'retried@example.com', 6, '<c52dbbbd-e09e-4280-bcc7-d4f2e559add8@entree.example>', 'claimed', 1795581410487, 1795581470624, 2, '322ecd84-bbdf-4eaa-b04a-7f3eedbd845d', null, 'the mail server answered 450 4.2.0 to the recipient');
delete from message_updates;
insert into message_updates (id, sequence, reply, response_url, due_at, expires_at, attempts, claim_token) values
  ('1034a6b5-2f8e-41af-a323-5105c9896805', null, 'Somebody decided before you.', 'https://hooks.slack.com/actions/T1/2/secret', 1795581410591, 1795583150591, 0, null),
  ('5796afe0-1df9-491d-a654-7abc7ba9415d', 18, null, 'https://hooks.slack.com/actions/T1/2/secret', 1795581410587, 1795583150587, 0, null);
delete from notes;
insert into notes (position, id, kind, subject, actor, actor_name, way, note, noted_at) values
  (1, 'abd78bf2-244e-43dc-91bd-e658c832e4f8', 'creator', 'sent@example.com', 'bo', 'bo', 'cli', 'Known from Berlin.', 1795581410416);
delete from people;
insert into people (sequence, kind, subject, received_at, applications, state, name_key, city_key) values
  (1, 'creator', 'sent@example.com', 1795581410397, 1, 'invited', 'sent', 'sydney'),
  (2, 'venue', 'refused@example.com', 1795581410436, 1, 'invited', 'refused', 'zurich'),
  (4, 'creator', 'declined@example.com', 1795581410460, 2, 'declined', 'declined', 'sydney'),
  (5, 'creator', 'undone@example.com', 1795581410467, 1, 'new', 'undone', 'sydney'),
  (6, 'creator', 'retried@example.com', 1795581410480, 1, 'invited', 'retried', 'sydney'),
  (7, 'creator', 'cut@example.com', 1795581410495, 1, 'invited', 'cut', 'sydney'),
  (8, 'contact', '01a210fd-fcd0-73a3-8b72-1b7f3fa11b30', 1795581410513, 1, 'answered', 'asking', ''),
  (9, 'contact', '01a210fd-fcdc-702e-833e-b8e845f19b64', 1795581410524, 1, 'new', 'halted', ''),
  (10, 'contact', '01a210fd-fce3-7ae4-b7c9-76ca2d91fd0f', 1795581410532, 1, 'new', 'behind', ''),
  (11, 'creator', 'parked@example.com', 1795581410534, 1, 'new', 'parked', 'sydney'),
  (17, 'creator', 'released@example.com', 1795581410565, 1, 'new', 'released', 'sydney'),
  (19, 'venue', 'waiting@example.com', 1795581410585, 2, 'shortlisted', 'waiting', 'zurich');
delete from people_index;
insert into people_index (one, position) values
  (1, 19);
delete from quarantine_notice;
insert into quarantine_notice (one, noticed_sequence, next_at) values
  (1, 14, 1795582010560);
delete from reviews;
insert into reviews (kind, subject, state, version, sequence, decided_at) values
  ('contact', '01a210fd-fcd0-73a3-8b72-1b7f3fa11b30', 'answered', 1, 8, 1795581410520),
  ('creator', 'cut@example.com', 'invited', 1, 7, 1795581410509),
  ('creator', 'declined@example.com', 'declined', 1, 3, 1795581410458),
  ('creator', 'retried@example.com', 'invited', 1, 6, 1795581410487),
  ('creator', 'sent@example.com', 'invited', 2, 1, 1795581410426),
  ('creator', 'undone@example.com', 'new', 2, 5, 1795581410477),
  ('venue', 'refused@example.com', 'invited', 1, 2, 1795581410443),
  ('venue', 'waiting@example.com', 'shortlisted', 1, 19, 1795581410587);
delete from senders;
insert into senders (name, next_send_at, halted_reason, settings_hash) values
  ('letters', 1795581410624, null, '{mail server}'),
  ('message_updates', 0, null, null);
delete from sign_in_links;
insert into sign_in_links (token_hash, account, expires_at) values
  ('hash-of-link', 'root', 1795582010603);
delete from sign_ins;
insert into sign_ins (position, way, who, result, at) values
  (1, 'link', 'root', 'signed in', 1795581410606),
  (2, 'provider', 'cy@team.example', 'signed in', 1795581410607),
  (3, 'provider', 'eve@else.example', 'not on the list', 1795581410613),
  (4, 'link', null, 'refused', 1795581410614);
insert into people_texts (sequence, words) values
  (1, ' sent example com sydney hello'),
  (2, ' refused example com bar entree https menu zurich a small'),
  (4, ' declined example com sydney hello'),
  (5, ' undone example com sydney hello'),
  (6, ' retried example com sydney hello'),
  (7, ' cut example com sydney hello'),
  (8, ' asking example com a small bar'),
  (9, ' halted example com a small bar'),
  (10, ' behind example com a small bar'),
  (11, ' parked example com sydney hello'),
  (17, ' released example com sydney hello'),
  (19, ' waiting example com bar entree https menu zurich a small');
insert into people_words (people_words) values ('rebuild');
