-- What the release of 26 November 2026 (6d607c7) stored in a run through every state, on an empty database of its own.
insert into submissions (sequence, id, kind, fields, email_key, idempotency_key, address_hash, quarantine_reason, received_at, state) overriding system value values
  (1, '83b4cb6d-dbb4-499b-8b52-c144c5fb31bf', 'creator', '{"name":"Sent","email":"sent@example.com","handle":"@sent","city":"Sydney","bio":"Hello"}', 'sent@example.com', 'key-of-sent', 'a-hash', null, 1795748311191, 'accepted'),
  (2, '5d62bce5-1017-4da1-83c7-fcc3fd8476ac', 'venue', '{"name":"Refused","email":"refused@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'refused@example.com', null, 'a-hash', null, 1795748311259, 'accepted'),
  (3, '9647ab4f-8c87-44a0-b2f9-081fb25d4430', 'creator', '{"name":"Declined","email":"declined@example.com","handle":"@declined","city":"Sydney","bio":"Hello"}', 'declined@example.com', null, 'a-hash', null, 1795748311287, 'accepted'),
  (4, 'be5c826a-3f76-458e-b0d1-a9e55ce53153', 'creator', '{"name":"Declined","email":"declined@example.com","handle":"@declined","city":"Sydney","bio":"Hello"}', 'declined@example.com', null, 'a-hash', null, 1795748311303, 'accepted'),
  (5, '3572bcb1-05ef-426c-9492-73be34839120', 'creator', '{"name":"Undone","email":"undone@example.com","handle":"@undone","city":"Sydney","bio":"Hello"}', 'undone@example.com', null, 'a-hash', null, 1795748311312, 'accepted'),
  (6, 'a159b99e-d804-4d4f-95d4-de40f07654f0', 'creator', '{"name":"Retried","email":"retried@example.com","handle":"@retried","city":"Sydney","bio":"Hello"}', 'retried@example.com', null, 'a-hash', null, 1795748311339, 'accepted'),
  (7, '383c86a0-9b5a-489e-9b41-0c6a9e957e57', 'creator', '{"name":"Cut","email":"cut@example.com","handle":"@cut","city":"Sydney","bio":"Hello"}', 'cut@example.com', null, 'a-hash', null, 1795748311356, 'accepted'),
  (8, '5d4c3584-f9d8-40ad-adf8-f517c5099e32', 'contact', '{"name":"Asking","email":"asking@example.com","message":"A small bar."}', 'asking@example.com', null, 'a-hash', null, 1795748311374, 'accepted'),
  (9, 'dd176aa7-b508-42c4-9dfb-77a178268f1d', 'contact', '{"name":"Halted","email":"halted@example.com","message":"A small bar."}', 'halted@example.com', null, 'a-hash', null, 1795748311388, 'accepted'),
  (10, '5d70b0aa-2153-43ca-99b2-5d634a792d6f', 'contact', '{"name":"Behind","email":"behind@example.com","message":"A small bar."}', 'behind@example.com', null, 'a-hash', null, 1795748311401, 'accepted'),
  (11, 'edf26468-36df-4b9a-ad83-64f393a6153f', 'creator', '{"name":"Parked","email":"parked@example.com","handle":"@parked","city":"Sydney","bio":"Hello"}', 'parked@example.com', null, 'a-hash', null, 1795748311405, 'accepted'),
  (12, '9c683392-451a-491c-86cd-27f58a92df56', 'creator', '{"name":"Spoiled","email":"spoiled@example.com","handle":"@spoiled","city":"Sydney","bio":"Hello"}', 'spoiled@example.com', null, 'a-hash', null, 1795748311415, 'discarded'),
  (13, '817d20ed-3fcf-4a08-8763-f110a31305a1', 'creator', '{"name":"Caught","email":"caught@example.com","handle":"@caught","city":"Sydney","bio":"Hello"}', 'caught@example.com', null, 'a-hash', 'honeypot', 1795748311425, 'quarantined'),
  (14, 'e3103f70-2d0e-4382-8cad-371801fd5165', 'venue', '{"name":"Crowded","email":"crowded@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'crowded@example.com', null, 'a-hash', 'overload', 1795748311429, 'quarantined'),
  (15, '97daeeb0-fbb7-4e44-8907-8f559f8e1d51', 'creator', '{"name":"Thrown","email":"thrown@example.com","handle":"@thrown","city":"Sydney","bio":"Hello"}', 'thrown@example.com', null, 'a-hash', 'email', 1795748311433, 'discarded'),
  (16, '1b3fb7ce-cde5-44c7-91f8-55b39575715a', 'contact', '{"name":"Flooding","email":"flooding@example.com","message":"A small bar."}', 'flooding@example.com', null, 'a-hash', 'address', 1795748311438, 'quarantined'),
  (17, 'a59ba83d-4b84-4031-98f6-af5ca8cdbd2f', 'creator', '{"name":"Waved","email":"waved@example.com","handle":"@waved","city":"Sydney","bio":"Hello"}', 'waved@example.com', null, 'a-hash', null, 1795748311441, 'accepted'),
  (18, 'af6a75b6-f8b0-4550-a0dc-73dd64f3deaa', 'creator', '{"name":"Planned","email":"planned@example.com","handle":"@planned","city":"Sydney","bio":"Hello"}', 'planned@example.com', null, 'a-hash', null, 1795748311454, 'accepted'),
  (20, '49005622-789b-4d5c-8e6c-cacfcdc257ba', 'creator', '{"name":"Released","email":"released@example.com","handle":"@released","city":"Sydney","bio":"Hello"}', 'released@example.com', null, 'a-hash', 'overload', 1795748311485, 'accepted'),
  (21, '47b81d7a-12f1-47c2-94e8-12813cd2554c', 'venue', '{"name":"Waiting","email":"waiting@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'waiting@example.com', null, 'a-hash', null, 1795748311493, 'accepted'),
  (22, 'e2f427b1-3f74-423b-9c0f-342c7372a2e7', 'venue', '{"name":"Waiting","email":"waiting@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'waiting@example.com', null, 'a-hash', null, 1795748311501, 'accepted');
select setval(pg_get_serial_sequence('submissions', 'sequence'), 22);
insert into applicants (id, kind, subject, state, version, applications, first_sequence, sequence, received_at, name_key, city_key, city, words) overriding system value values
  (1, 'creator', 'sent@example.com', 'invited', 2, 1, 1, 1, 1795748311191, 'sent', 'sydney', 'Sydney', 'sent @ example . com sydney hello'),
  (3, 'venue', 'refused@example.com', 'invited', 1, 1, 2, 2, 1795748311259, 'refused', 'zurich', 'Zürich', 'refused @ example . com bar entree https : / menu zurich a small'),
  (5, 'creator', 'declined@example.com', 'declined', 1, 2, 3, 4, 1795748311303, 'declined', 'sydney', 'Sydney', 'declined @ example . com sydney hello'),
  (9, 'creator', 'undone@example.com', 'new', 2, 1, 5, 5, 1795748311312, 'undone', 'sydney', 'Sydney', 'undone @ example . com sydney hello'),
  (11, 'creator', 'retried@example.com', 'invited', 1, 1, 6, 6, 1795748311339, 'retried', 'sydney', 'Sydney', 'retried @ example . com sydney hello'),
  (13, 'creator', 'cut@example.com', 'invited', 1, 1, 7, 7, 1795748311356, 'cut', 'sydney', 'Sydney', 'cut @ example . com sydney hello'),
  (15, 'contact', '5d4c3584-f9d8-40ad-adf8-f517c5099e32', 'answered', 1, 1, 8, 8, 1795748311374, 'asking', '', '', 'asking @ example . com a small bar'),
  (17, 'contact', 'dd176aa7-b508-42c4-9dfb-77a178268f1d', 'new', 0, 1, 9, 9, 1795748311388, 'halted', '', '', 'halted @ example . com a small bar'),
  (19, 'contact', '5d70b0aa-2153-43ca-99b2-5d634a792d6f', 'new', 0, 1, 10, 10, 1795748311401, 'behind', '', '', 'behind @ example . com a small bar'),
  (21, 'creator', 'parked@example.com', 'new', 0, 1, 11, 11, 1795748311405, 'parked', 'sydney', 'Sydney', 'parked @ example . com sydney hello'),
  (23, 'creator', 'spoiled@example.com', 'new', 0, 0, null, null, null, '', '', '', ''),
  (25, 'creator', 'caught@example.com', 'new', 0, 0, null, null, null, '', '', '', ''),
  (27, 'venue', 'crowded@example.com', 'new', 0, 0, null, null, null, '', '', '', ''),
  (29, 'creator', 'thrown@example.com', 'new', 0, 0, null, null, null, '', '', '', ''),
  (31, 'contact', '1b3fb7ce-cde5-44c7-91f8-55b39575715a', 'new', 0, 0, null, null, null, '', '', '', ''),
  (33, 'creator', 'waved@example.com', 'invited', 1, 1, 17, 17, 1795748311441, 'waved', 'sydney', 'Sydney', 'waved @ example . com sydney hello'),
  (35, 'creator', 'planned@example.com', 'invited', 1, 1, 18, 18, 1795748311454, 'planned', 'sydney', 'Sydney', 'planned @ example . com sydney hello'),
  (37, 'creator', null, 'declined', 0, 0, null, null, null, '', '', '', ''),
  (39, 'creator', 'released@example.com', 'new', 0, 1, 20, 20, 1795748311485, 'released', 'sydney', 'Sydney', 'released @ example . com sydney hello'),
  (41, 'venue', 'waiting@example.com', 'shortlisted', 1, 2, 21, 22, 1795748311501, 'waiting', 'zurich', 'Zürich', 'waiting @ example . com bar entree https : / menu zurich a small');
select setval(pg_get_serial_sequence('applicants', 'id'), 44);
insert into decisions (position, id, kind, subject, version, sequence, from_state, to_state, actor, actor_name, way, note, decided_at, wave) overriding system value values
  (1, '29475d8d-05b0-47bc-a1e4-52586433b8ad', 'creator', 'sent@example.com', 1, 1, 'new', 'shortlisted', 'cy@team.example', 'Cy', 'console', 'Good pictures.', 1795748311215, null),
  (2, '4b65292c-7f88-403c-b20b-bf45d310939d', 'creator', 'sent@example.com', 2, 1, 'shortlisted', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748311223, null),
  (3, 'e313fa2b-e504-430d-8946-269f89dd1e93', 'venue', 'refused@example.com', 1, 2, 'new', 'invited', 'bo', 'bo', 'cli', null, 1795748311273, null),
  (4, 'f2150fbb-3301-46c7-895d-edb83e330809', 'creator', 'declined@example.com', 1, 3, 'new', 'declined', 'U0ADA', 'ada', 'slack', 'Too early.', 1795748311299, null),
  (5, '45b191b9-a573-4e15-92aa-7e5053d1f6e9', 'creator', 'undone@example.com', 1, 5, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748311327, null),
  (6, '323f34af-0254-4a56-91e2-3b5703574fa1', 'creator', 'undone@example.com', 2, 5, 'invited', 'new', 'cy@team.example', 'Cy', 'console', null, 1795748311334, null),
  (7, '086661a4-27fb-44e9-a19c-9a676d663b88', 'creator', 'retried@example.com', 1, 6, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748311349, null),
  (8, '6c219877-8838-4b40-babf-008a684210fc', 'creator', 'cut@example.com', 1, 7, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748311369, null),
  (9, '0fa11198-916b-48b4-a352-d8cdbe82b8f5', 'contact', '5d4c3584-f9d8-40ad-adf8-f517c5099e32', 1, 8, 'new', 'answered', 'cy@team.example', 'Cy', 'console', null, 1795748311384, null),
  (10, '52eabb72-79f4-4e87-8015-ff76bdd8a23b', 'creator', 'waved@example.com', 1, 17, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748311451, '35d94706-c132-432b-841f-14614968ce81'),
  (11, '5f46fb35-6572-4268-9609-88e9441b908e', 'creator', 'planned@example.com', 1, 18, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748311463, '35d94706-c132-432b-841f-14614968ce81'),
  (13, '83054cbc-cf1e-4ce0-bef5-21efd31462d6', 'venue', 'waiting@example.com', 1, 22, 'new', 'shortlisted', 'cy@team.example', 'Cy', 'console', null, 1795748311506, null);
select setval(pg_get_serial_sequence('decisions', 'position'), 13);
insert into notes (position, id, kind, subject, actor, actor_name, way, note, noted_at) overriding system value values
  (1, 'd6f0f143-7e6d-4339-946e-76608159c674', 'creator', 'sent@example.com', 'bo', 'bo', 'cli', 'Known from Berlin.', 1795748311241),
  (2, '80c619b8-6ead-4735-bffc-fddec1eaeb7c', 'creator', 'sent@example.com', 'bo', 'bo', 'cli', 'The letter was sent again.', 1795748311246);
select setval(pg_get_serial_sequence('notes', 'position'), 2);
insert into jobs (sequence, id, channel, kind, submission, decision, payload, state, queued_at, due_at, due_set_at, attempts, unanswered, claim_token, delivered_at, reason, place, uncertain, tell_at) overriding system value values
  (1, null, 'waitlist', 'submission', 1, null, null, 'delivered', 1795748311191, 1795748341198, 1795748311198, 1, 0, null, 1795748311203, null, 'C0WAITLIST/1795748000.000100', 0, null),
  (2, 'update C0WAITLIST/1795748000.000100', 'changes', 'message update', null, null, null, 'waiting', 1795748311215, 1795748311215, 1795748311215, 0, 0, null, null, null, 'C0WAITLIST/1795748000.000100', 0, null),
  (3, '40a1c3bf-a8dc-4749-9966-437d999218bb', 'letters', 'letter', 1, '4b65292c-7f88-403c-b20b-bf45d310939d', '{"messageId":"<40a1c3bf-a8dc-4749-9966-437d999218bb@entree.example>"}', 'delivered', 1795748311223, 1795748341229, 1795748311229, 1, 0, null, 1795748311233, null, null, 0, null),
  (6, 'cdf92e99-2fbd-4372-9170-efd603d4f825', 'letters', 'letter', 1, '4b65292c-7f88-403c-b20b-bf45d310939d', '{"messageId":"<cdf92e99-2fbd-4372-9170-efd603d4f825@entree.example>"}', 'delivered', 1795748311246, 1795748341252, 1795748311252, 1, 0, null, 1795748311256, null, null, 0, null),
  (9, null, 'waitlist', 'submission', 2, null, null, 'delivered', 1795748311259, 1795748341264, 1795748311264, 1, 0, null, 1795748311268, null, null, 0, null),
  (10, 'fe90ad2b-64d0-439d-98a8-4f544c014018', 'letters', 'letter', 2, 'e313fa2b-e504-430d-8946-269f89dd1e93', '{"messageId":"<fe90ad2b-64d0-439d-98a8-4f544c014018@entree.example>"}', 'parked', 1795748311273, 1795748341278, 1795748311278, 1, 0, null, null, 'mail_recipient_refused 550 5.1.1', null, 1, null),
  (11, null, 'waitlist', 'submission', 3, null, null, 'delivered', 1795748311287, 1795748341291, 1795748311291, 1, 0, null, 1795748311295, null, null, 0, null),
  (12, null, 'waitlist', 'submission', 4, null, null, 'delivered', 1795748311303, 1795748341306, 1795748311306, 1, 0, null, 1795748311311, null, null, 0, null),
  (13, null, 'waitlist', 'submission', 5, null, null, 'delivered', 1795748311312, 1795748341317, 1795748311317, 1, 0, null, 1795748311322, null, null, 0, null),
  (14, 'a065277f-4cf5-4625-a86f-0e4c13134ab4', 'letters', 'letter', 5, '45b191b9-a573-4e15-92aa-7e5053d1f6e9', '{"messageId":"<a065277f-4cf5-4625-a86f-0e4c13134ab4@entree.example>"}', 'cancelled', 1795748311327, 1795748311327, 1795748311327, 0, 0, null, null, null, null, 0, null),
  (15, null, 'waitlist', 'submission', 6, null, null, 'delivered', 1795748311339, 1795748341343, 1795748311343, 1, 0, null, 1795748311346, null, null, 0, null),
  (16, '4d5958eb-80c1-44d9-8738-0e75e6cd4efa', 'letters', 'letter', 6, '086661a4-27fb-44e9-a19c-9a676d663b88', '{"messageId":"<4d5958eb-80c1-44d9-8738-0e75e6cd4efa@entree.example>"}', 'waiting', 1795748311349, 1795748341355, 1795748311355, 1, 0, null, null, 'mail_in_trouble 451', null, 1, null),
  (17, null, 'waitlist', 'submission', 7, null, null, 'delivered', 1795748311356, 1795748341360, 1795748311360, 1, 0, null, 1795748311365, null, null, 0, null),
  (18, 'c1a027a1-7c61-4838-a2bd-9036b24d1520', 'letters', 'letter', 7, '6c219877-8838-4b40-babf-008a684210fc', '{"messageId":"<c1a027a1-7c61-4838-a2bd-9036b24d1520@entree.example>"}', 'claimed', 1795748311369, 1795748341372, 1795748311372, 1, 0, '3f01e7bf-7659-4919-bd85-6f3f914e188e', null, null, null, 1, null),
  (19, null, 'contact', 'submission', 8, null, null, 'delivered', 1795748311374, 1795748341378, 1795748311378, 1, 0, null, 1795748311381, null, null, 0, null),
  (20, null, 'contact', 'submission', 9, null, null, 'waiting', 1795748311388, 1795748311398, 1795748311398, 1, 0, null, null, 'slack_no_service 404 no_service', null, 1, null),
  (21, null, 'contact', 'submission', 10, null, null, 'waiting', 1795748311401, 1795748311401, 1795748311401, 0, 0, null, null, null, null, 0, null),
  (22, null, 'waitlist', 'submission', 11, null, null, 'parked', 1795748311405, 1795748341409, 1795748311409, 1, 0, null, null, 'slack_invalid_blocks 400 invalid_blocks', null, 1, null),
  (23, null, 'waitlist', 'submission', 12, null, null, 'cancelled', 1795748311415, 1795748341419, 1795748311419, 1, 0, null, null, 'slack_invalid_blocks 400 invalid_blocks', null, 1, null),
  (24, 'notice', 'notices', 'notice', null, null, null, 'waiting', 1795748311425, 1795748314425, 1795748311425, 0, 0, null, null, null, null, 0, null),
  (25, null, 'waitlist', 'submission', 17, null, null, 'delivered', 1795748311441, 1795748341443, 1795748311443, 1, 0, null, 1795748311446, null, null, 0, null),
  (26, '0a422da4-1909-478d-8574-2a5f186d35ab', 'letters', 'letter', 17, '52eabb72-79f4-4e87-8015-ff76bdd8a23b', '{"messageId":"<0a422da4-1909-478d-8574-2a5f186d35ab@entree.example>"}', 'waiting', 1795748311451, 1795921111440, 1795748311451, 0, 0, null, null, null, null, 0, 1795921111440),
  (27, null, 'waitlist', 'submission', 18, null, null, 'delivered', 1795748311454, 1795748341456, 1795748311456, 1, 0, null, 1795748311459, null, null, 0, null),
  (28, '67569fd2-5eef-4b6a-885f-60019c03e62b', 'letters', 'letter', 18, '5f46fb35-6572-4268-9609-88e9441b908e', '{"messageId":"<67569fd2-5eef-4b6a-885f-60019c03e62b@entree.example>"}', 'waiting', 1795748311463, 1795921111440, 1795748311463, 0, 0, null, null, null, null, 0, 1795921111440),
  (30, null, 'waitlist', 'submission', 20, null, null, 'claimed', 1795748311489, 1795748341498, 1795748311498, 1, 0, 'd24fee9d-f35c-4996-9a3a-84c4ad72e97b', null, null, null, 1, null),
  (31, null, 'waitlist', 'submission', 21, null, null, 'waiting', 1795748311493, 1795748311493, 1795748311493, 0, 0, null, null, null, null, 0, null),
  (32, null, 'waitlist', 'submission', 22, null, null, 'waiting', 1795748311501, 1795748311501, 1795748311501, 0, 0, null, null, null, null, 0, null),
  (33, '6db64cf2-8763-41ad-8ca7-4a5d1ef0cc07', 'clicks', 'reply', null, null, '{"responseUrl":"https://hooks.slack.com/actions/T1/2/secret","expiresAtMs":1795750111508,"text":"Somebody decided before you."}', 'waiting', 1795748311508, 1795748311508, 1795748311508, 0, 0, null, null, null, null, 0, null),
  (34, '1ef70526-141a-4f66-bd39-4a6b1c4daab5', 'clicks', 'message update', 8, null, '{"responseUrl":"https://hooks.slack.com/actions/T1/2/secret","expiresAtMs":1795750111514,"text":null}', 'waiting', 1795748311514, 1795748311514, 1795748311514, 0, 0, null, null, null, null, 0, null);
select setval(pg_get_serial_sequence('jobs', 'sequence'), 34);
insert into messages (place, submission) values
  ('C0WAITLIST/1795748000.000100', 1);
delete from channels;
insert into channels (channel, address) values
  ('clicks', 'clicks'),
  ('contact', '{contact webhook}'),
  ('letters', '{mail server}'),
  ('waitlist', '{waitlist webhook}');
insert into queues (address, next_send_at, halted_reason) values
  ('clicks', 0, null),
  ('{contact webhook}', 1795748311398, 'slack_no_service 404 no_service'),
  ('{mail server}', 1795748311372, null),
  ('{waitlist webhook}', 1795748311498, null);
insert into address_keys (day, key) values
  (20784, 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk');
insert into sign_in_links (token_hash, account, expires_at) values
  ('hash-of-link', 'root', 1795748911523);
insert into console_sessions (token_hash, way, person, name, started_at, last_seen_at) values
  ('hash-of-provider-session', 'provider', 'cy@team.example', 'Cy', 1795748311525, 1795748311525),
  ('hash-of-session', 'link', 'root', 'root', 1795748311520, 1795748311520);
insert into sign_ins (position, way, who, result, at) overriding system value values
  (1, 'link', 'root', 'signed in', 1795748311520),
  (2, 'provider', 'cy@team.example', 'signed in', 1795748311525),
  (3, 'provider', 'eve@else.example', 'not on the list', 1795748311527),
  (4, 'link', null, 'refused', 1795748311527);
select setval(pg_get_serial_sequence('sign_ins', 'position'), 4);
