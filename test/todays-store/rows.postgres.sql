-- What the program of 25 November 2026 (migrations 0001 to 0009) stored in a run through every state, on an empty database of its own.
delete from submissions;
insert into submissions (sequence, id, kind, fields, email_key, idempotency_key, address_hash, quarantine_reason, received_at) overriding system value values
  (1, '01a210fe-0323-7d46-bf8b-c9789b0c6bff', 'creator', '{"name":"Sent","email":"sent@example.com","handle":"@sent","city":"Sydney","bio":"Hello"}', 'sent@example.com', 'key-of-sent', 'a-hash', null, 1795581412134),
  (2, '01a210fe-036e-719e-a878-99e9d545d77b', 'venue', '{"name":"Refused","email":"refused@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'refused@example.com', null, 'a-hash', null, 1795581412207),
  (3, '01a210fe-0392-7454-85cd-00fef8ddbbfc', 'creator', '{"name":"Declined","email":"declined@example.com","handle":"@declined","city":"Sydney","bio":"Hello"}', 'declined@example.com', null, 'a-hash', null, 1795581412243),
  (4, '01a210fe-03ad-7522-815a-69cc22741bbb', 'creator', '{"name":"Declined","email":"declined@example.com","handle":"@declined","city":"Sydney","bio":"Hello"}', 'declined@example.com', null, 'a-hash', null, 1795581412270),
  (5, '01a210fe-03b9-79da-baf3-33fa1e01a325', 'creator', '{"name":"Undone","email":"undone@example.com","handle":"@undone","city":"Sydney","bio":"Hello"}', 'undone@example.com', null, 'a-hash', null, 1795581412282),
  (6, '01a210fe-03d7-79b9-bd78-6f685da8ead3', 'creator', '{"name":"Retried","email":"retried@example.com","handle":"@retried","city":"Sydney","bio":"Hello"}', 'retried@example.com', null, 'a-hash', null, 1795581412313),
  (7, '01a210fe-03f1-7352-9559-2f8914088a6a', 'creator', '{"name":"Cut","email":"cut@example.com","handle":"@cut","city":"Sydney","bio":"Hello"}', 'cut@example.com', null, 'a-hash', null, 1795581412338),
  (8, '01a210fe-040f-7847-b0ec-47938b4571e5', 'contact', '{"name":"Asking","email":"asking@example.com","message":"A small bar."}', 'asking@example.com', null, 'a-hash', null, 1795581412368),
  (9, '01a210fe-0421-7c60-a3c8-bd4e83ed0aa5', 'contact', '{"name":"Halted","email":"halted@example.com","message":"A small bar."}', 'halted@example.com', null, 'a-hash', null, 1795581412386),
  (10, '01a210fe-042c-7dec-9419-ab00b6ceb689', 'contact', '{"name":"Behind","email":"behind@example.com","message":"A small bar."}', 'behind@example.com', null, 'a-hash', null, 1795581412397),
  (11, '01a210fe-042d-7a5c-83f5-c233300436ba', 'creator', '{"name":"Parked","email":"parked@example.com","handle":"@parked","city":"Sydney","bio":"Hello"}', 'parked@example.com', null, 'a-hash', null, 1795581412398),
  (12, '01a210fe-0436-706c-8683-e3697b3339b5', 'creator', '{"name":"Spoiled","email":"spoiled@example.com","handle":"@spoiled","city":"Sydney","bio":"Hello"}', 'spoiled@example.com', null, 'a-hash', null, 1795581412407),
  (13, '01a210fe-044a-7803-a5df-efa0ae4c0d14', 'creator', '{"name":"Caught","email":"caught@example.com","handle":"@caught","city":"Sydney","bio":"Hello"}', 'caught@example.com', null, 'a-hash', 'honeypot', 1795581412427),
  (14, '01a210fe-044b-7a13-aa42-7807ed7d4935', 'venue', '{"name":"Crowded","email":"crowded@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'crowded@example.com', null, 'a-hash', 'crowd', 1795581412427),
  (15, '01a210fe-044b-7c4d-bb42-bba7b4c77041', 'creator', '{"name":"Thrown","email":"thrown@example.com","handle":"@thrown","city":"Sydney","bio":"Hello"}', 'thrown@example.com', null, 'a-hash', 'email', 1795581412428),
  (16, '01a210fe-0460-7062-851c-065047deef0b', 'contact', '{"name":"Flooding","email":"flooding@example.com","message":"A small bar."}', 'flooding@example.com', null, 'a-hash', 'address', 1795581412449),
  (17, '01a210fe-0461-73f0-bd0f-46ea50640796', 'creator', '{"name":"Released","email":"released@example.com","handle":"@released","city":"Sydney","bio":"Hello"}', 'released@example.com', null, 'a-hash', 'overload', 1795581412449),
  (18, '01a210fe-047f-7641-a051-9d89b80d4ed4', 'venue', '{"name":"Waiting","email":"waiting@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'waiting@example.com', null, 'a-hash', null, 1795581412480),
  (19, '01a210fe-0480-76a3-9d70-f3ed2c35e748', 'venue', '{"name":"Waiting","email":"waiting@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'waiting@example.com', null, 'a-hash', null, 1795581412480);
select setval(pg_get_serial_sequence('submissions', 'sequence'), 24);
delete from address_keys;
insert into address_keys (day, key) values
  (20782, 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk');
delete from applications;
insert into applications (sequence, kind, received_at) values
  (1, 'creator', 1795581412134),
  (2, 'venue', 1795581412207),
  (3, 'creator', 1795581412243),
  (4, 'creator', 1795581412270),
  (5, 'creator', 1795581412282),
  (6, 'creator', 1795581412313),
  (7, 'creator', 1795581412338),
  (8, 'contact', 1795581412368),
  (9, 'contact', 1795581412386),
  (10, 'contact', 1795581412397),
  (11, 'creator', 1795581412398),
  (17, 'creator', 1795581412449),
  (18, 'venue', 1795581412480),
  (19, 'venue', 1795581412480);
delete from channels;
insert into channels (channel, next_send_at, halted_reason, webhook_hash, last_claimed_at) values
  ('contact', 1795581412394, 'Slack answered 404 no_service', '{contact webhook}', 0),
  ('waitlist', 1795581412476, null, '{waitlist webhook}', 0);
delete from console_sessions;
insert into console_sessions (token_hash, way, person, name, started_at, last_seen_at) values
  ('hash-of-session', 'link', 'root', 'root', 1795581412516, 1795581412516),
  ('hash-of-provider-session', 'provider', 'cy@team.example', 'Cy', 1795581412521, 1795581412521);
delete from decisions;
insert into decisions (position, id, kind, subject, version, sequence, from_state, to_state, actor, actor_name, way, note, decided_at) overriding system value values
  (1, '3ad35658-1f15-4c12-8487-2d3ac195564e', 'creator', 'sent@example.com', 1, 1, 'new', 'shortlisted', 'cy@team.example', 'Cy', 'console', 'Good pictures.', 1795581412167),
  (2, '7e8c6dd1-f7a9-4bcb-bb67-5fc0bb1c7f5d', 'creator', 'sent@example.com', 2, 1, 'shortlisted', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795581412186),
  (3, '41277b67-6957-4af4-88a7-23ec18d96edb', 'venue', 'refused@example.com', 1, 2, 'new', 'invited', 'bo', 'bo', 'cli', null, 1795581412224),
  (4, 'c7ba948a-ef9d-4f74-a87e-c250ef6a9f67', 'creator', 'declined@example.com', 1, 3, 'new', 'declined', 'U0ADA', 'ada', 'slack', 'Too early.', 1795581412264),
  (5, 'c2ece597-296f-45f5-8d3e-5b3a3307fc36', 'creator', 'undone@example.com', 1, 5, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795581412298),
  (6, 'd67d958d-cdee-4740-9785-109ef419af6f', 'creator', 'undone@example.com', 2, 5, 'invited', 'new', 'cy@team.example', 'Cy', 'console', null, 1795581412306),
  (7, 'bb04747f-5b1d-4984-ac01-bc3ef5c3d0cb', 'creator', 'retried@example.com', 1, 6, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795581412324),
  (8, 'aa289771-335f-4223-a0da-fc7eea346c0f', 'creator', 'cut@example.com', 1, 7, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795581412361),
  (9, '6c5cb70a-9b0f-4a7c-a78a-7844d961408d', 'contact', '01a210fe-040f-7847-b0ec-47938b4571e5', 1, 8, 'new', 'answered', 'cy@team.example', 'Cy', 'console', null, 1795581412381),
  (10, 'ab66cc88-2b66-448b-ac6e-3c1132f0c10e', 'venue', 'waiting@example.com', 1, 19, 'new', 'shortlisted', 'U0ADA', 'ada', 'slack', null, 1795581412483);
select setval(pg_get_serial_sequence('decisions', 'position'), 15);
delete from deleted_applicants;
insert into deleted_applicants (kind, state, count) values
  ('creator', 'declined', 1);
delete from deliveries;
insert into deliveries (sequence, channel, state, due_at, attempts, claim_token, delivered_at, last_reason) values
  (1, 'waitlist', 'delivered', 1795581472140, 1, null, 1795581412150, null),
  (2, 'waitlist', 'delivered', 1795581472209, 1, null, 1795581412219, null),
  (3, 'waitlist', 'delivered', 1795581472245, 1, null, 1795581412259, null),
  (4, 'waitlist', 'delivered', 1795581472272, 1, null, 1795581412280, null),
  (5, 'waitlist', 'delivered', 1795581472284, 1, null, 1795581412290, null),
  (6, 'waitlist', 'delivered', 1795581472315, 1, null, 1795581412319, null),
  (7, 'waitlist', 'delivered', 1795581472339, 1, null, 1795581412347, null),
  (8, 'contact', 'delivered', 1795581472369, 1, null, 1795581412375, null),
  (9, 'contact', 'waiting', 1795581412394, 1, null, null, 'Slack answered 404 no_service'),
  (10, 'contact', 'waiting', 1795581412397, 0, null, null, null),
  (11, 'waitlist', 'parked', 1795581472399, 1, null, null, 'Slack answered 400 invalid_blocks'),
  (12, 'waitlist', 'discarded', 1795581472409, 1, null, null, 'Slack answered 400 invalid_payload'),
  (13, 'waitlist', 'quarantined', 1795581412427, 0, null, null, null),
  (14, 'waitlist', 'quarantined', 1795581412427, 0, null, null, null),
  (15, 'waitlist', 'discarded', 1795581412428, 0, null, null, null),
  (16, 'contact', 'quarantined', 1795581412449, 0, null, null, null),
  (17, 'waitlist', 'claimed', 1795581472476, 2, '8a4e3eb8-e031-438e-b540-61e65c21368d', null, 'Slack answered 500 rollup_error'),
  (18, 'waitlist', 'waiting', 1795581412480, 0, null, null, null),
  (19, 'waitlist', 'waiting', 1795581412480, 0, null, null, null);
delete from letters;
insert into letters (id, decision_id, kind, subject, sequence, message_id, state, queued_at, due_at, attempts, claim_token, sent_at, last_reason) values
  ('1e832091-7080-4905-bd26-6e39892e61b1', '7e8c6dd1-f7a9-4bcb-bb67-5fc0bb1c7f5d', 'creator', 'sent@example.com', 1, '<1e832091-7080-4905-bd26-6e39892e61b1@entree.example>', 'sent', 1795581412186, 1795581472199, 1, null, 1795581412204, null),
  ('ba225555-0c27-4106-9ae7-8d51682d0653', '41277b67-6957-4af4-88a7-23ec18d96edb', 'venue', 'refused@example.com', 2, '<ba225555-0c27-4106-9ae7-8d51682d0653@entree.example>', 'parked', 1795581412224, 1795581472234, 1, null, null, 'the mail server answered 550 5.1.1 to the recipient'),
  ('f7fdcc77-4afa-46ac-b257-0cda08288b04', 'c2ece597-296f-45f5-8d3e-5b3a3307fc36', 'creator', 'undone@example.com', 5, '<f7fdcc77-4afa-46ac-b257-0cda08288b04@entree.example>', 'cancelled', 1795581412298, 1795581422298, 0, null, null, null),
  ('12509faf-a6f0-4a6d-b37b-91cb3120b284', 'aa289771-335f-4223-a0da-fc7eea346c0f', 'creator', 'cut@example.com', 7, '<12509faf-a6f0-4a6d-b37b-91cb3120b284@entree.example>', 'queued', 1795581412361, 1795581422361, 0, null, null, null),
  ('a286555e-f731-4753-a1a0-69b9e65d1675', 'bb04747f-5b1d-4984-ac01-bc3ef5c3d0cb', 'creator', 'retried@example.com', 6, '<a286555e-f731-4753-a1a0-69b9e65d1675@entree.example>', 'claimed', 1795581412324, 1795581472580, 2, '36fa57c6-f444-4291-9fb8-d18edc604ae7', null, 'the mail server answered 450 4.2.0 to the recipient');
delete from message_updates;
insert into message_updates (id, sequence, reply, response_url, due_at, expires_at, attempts, claim_token) values
  ('ab66cc88-2b66-448b-ac6e-3c1132f0c10e', 18, null, 'https://hooks.slack.com/actions/T1/2/secret', 1795581412483, 1795583152483, 0, null),
  ('f2874754-bc2f-4b68-855d-06694fe696a7', null, 'Somebody decided before you.', 'https://hooks.slack.com/actions/T1/2/secret', 1795581412491, 1795583152491, 0, null);
delete from notes;
insert into notes (position, id, kind, subject, actor, actor_name, way, note, noted_at) overriding system value values
  (1, 'be95d837-7688-49c9-8b36-aae044af1187', 'creator', 'sent@example.com', 'bo', 'bo', 'cli', 'Known from Berlin.', 1795581412160);
select setval(pg_get_serial_sequence('notes', 'position'), 6);
delete from people;
insert into people (sequence, kind, subject, received_at, applications, state, name_key, city_key) values
  (7, 'creator', 'cut@example.com', 1795581412338, 1, 'invited', 'cut', 'sydney'),
  (4, 'creator', 'declined@example.com', 1795581412270, 2, 'declined', 'declined', 'sydney'),
  (11, 'creator', 'parked@example.com', 1795581412398, 1, 'new', 'parked', 'sydney'),
  (17, 'creator', 'released@example.com', 1795581412449, 1, 'new', 'released', 'sydney'),
  (6, 'creator', 'retried@example.com', 1795581412313, 1, 'invited', 'retried', 'sydney'),
  (1, 'creator', 'sent@example.com', 1795581412134, 1, 'invited', 'sent', 'sydney'),
  (5, 'creator', 'undone@example.com', 1795581412282, 1, 'new', 'undone', 'sydney'),
  (2, 'venue', 'refused@example.com', 1795581412207, 1, 'invited', 'refused', 'zurich'),
  (19, 'venue', 'waiting@example.com', 1795581412480, 2, 'shortlisted', 'waiting', 'zurich'),
  (8, 'contact', '01a210fe-040f-7847-b0ec-47938b4571e5', 1795581412368, 1, 'answered', 'asking', ''),
  (9, 'contact', '01a210fe-0421-7c60-a3c8-bd4e83ed0aa5', 1795581412386, 1, 'new', 'halted', ''),
  (10, 'contact', '01a210fe-042c-7dec-9419-ab00b6ceb689', 1795581412397, 1, 'new', 'behind', '');
delete from people_index;
insert into people_index (one, position) values
  (1, 19);
delete from quarantine_notice;
insert into quarantine_notice (one, noticed_sequence, next_at) values
  (1, 14, 1795582012443);
delete from reviews;
insert into reviews (kind, subject, state, version, sequence, decided_at) values
  ('creator', 'sent@example.com', 'invited', 2, 1, 1795581412186),
  ('venue', 'refused@example.com', 'invited', 1, 2, 1795581412224),
  ('creator', 'declined@example.com', 'declined', 1, 3, 1795581412264),
  ('creator', 'undone@example.com', 'new', 2, 5, 1795581412306),
  ('creator', 'retried@example.com', 'invited', 1, 6, 1795581412324),
  ('creator', 'cut@example.com', 'invited', 1, 7, 1795581412361),
  ('contact', '01a210fe-040f-7847-b0ec-47938b4571e5', 'answered', 1, 8, 1795581412381),
  ('venue', 'waiting@example.com', 'shortlisted', 1, 19, 1795581412483);
delete from senders;
insert into senders (name, next_send_at, halted_reason, settings_hash) values
  ('message_updates', 0, null, null),
  ('letters', 1795581412580, null, '{mail server}');
delete from sign_in_links;
insert into sign_in_links (token_hash, account, expires_at) values
  ('hash-of-link', 'root', 1795582012513);
delete from sign_ins;
insert into sign_ins (position, way, who, result, at) overriding system value values
  (1, 'link', 'root', 'signed in', 1795581412516),
  (2, 'provider', 'cy@team.example', 'signed in', 1795581412521),
  (3, 'provider', 'eve@else.example', 'not on the list', 1795581412523),
  (4, 'link', null, 'refused', 1795581412525);
select setval(pg_get_serial_sequence('sign_ins', 'position'), 9);
insert into people_words (sequence, words) values
  (1, '''com'' ''example'' ''hello'' ''sent'' ''sydney'''),
  (2, '''a'' ''bar'' ''com'' ''entree'' ''example'' ''https'' ''menu'' ''refused'' ''small'' ''zurich'''),
  (4, '''com'' ''declined'' ''example'' ''hello'' ''sydney'''),
  (5, '''com'' ''example'' ''hello'' ''sydney'' ''undone'''),
  (6, '''com'' ''example'' ''hello'' ''retried'' ''sydney'''),
  (7, '''com'' ''cut'' ''example'' ''hello'' ''sydney'''),
  (8, '''a'' ''asking'' ''bar'' ''com'' ''example'' ''small'''),
  (9, '''a'' ''bar'' ''com'' ''example'' ''halted'' ''small'''),
  (10, '''a'' ''bar'' ''behind'' ''com'' ''example'' ''small'''),
  (11, '''com'' ''example'' ''hello'' ''parked'' ''sydney'''),
  (17, '''com'' ''example'' ''hello'' ''released'' ''sydney'''),
  (19, '''a'' ''bar'' ''com'' ''entree'' ''example'' ''https'' ''menu'' ''small'' ''waiting'' ''zurich''');
