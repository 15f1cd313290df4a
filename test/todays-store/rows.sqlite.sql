-- What the release of 26 November 2026 (6d607c7) stored in a run through every state, on an empty database of its own.
insert into submissions (sequence, id, kind, fields, email_key, idempotency_key, address_hash, quarantine_reason, received_at, state) values
  (1, 'b3165d64-9069-42a7-bf6f-71a88b9fe15c', 'creator', '{"name":"Sent","email":"sent@example.com","handle":"@sent","city":"Sydney","bio":"Hello"}', 'sent@example.com', 'key-of-sent', 'a-hash', null, 1795748310363, 'accepted'),
  (2, '48895756-4dcc-4668-a5f5-a69b9bc27e93', 'venue', '{"name":"Refused","email":"refused@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'refused@example.com', null, 'a-hash', null, 1795748310398, 'accepted'),
  (3, '9fde0bcb-0aa8-45e6-9e05-53c6aae78097', 'creator', '{"name":"Declined","email":"declined@example.com","handle":"@declined","city":"Sydney","bio":"Hello"}', 'declined@example.com', null, 'a-hash', null, 1795748310407, 'accepted'),
  (4, 'f0c1d9eb-a0b0-479a-a603-8f1eeceddcce', 'creator', '{"name":"Declined","email":"declined@example.com","handle":"@declined","city":"Sydney","bio":"Hello"}', 'declined@example.com', null, 'a-hash', null, 1795748310413, 'accepted'),
  (5, '23da35c2-eda0-4fa1-9292-5e96bb1fd5dd', 'creator', '{"name":"Undone","email":"undone@example.com","handle":"@undone","city":"Sydney","bio":"Hello"}', 'undone@example.com', null, 'a-hash', null, 1795748310417, 'accepted'),
  (6, '1bcdff72-cf48-4390-8dbb-80b79ce226d6', 'creator', '{"name":"Retried","email":"retried@example.com","handle":"@retried","city":"Sydney","bio":"Hello"}', 'retried@example.com', null, 'a-hash', null, 1795748310426, 'accepted'),
  (7, '411d7273-d8bc-459d-b56e-ec72cc4b84ef', 'creator', '{"name":"Cut","email":"cut@example.com","handle":"@cut","city":"Sydney","bio":"Hello"}', 'cut@example.com', null, 'a-hash', null, 1795748310435, 'accepted'),
  (8, '02c1059b-5b5b-453f-8862-f14c5743ab8e', 'contact', '{"name":"Asking","email":"asking@example.com","message":"A small bar."}', 'asking@example.com', null, 'a-hash', null, 1795748310443, 'accepted'),
  (9, 'c194e025-9dc5-427b-b96f-8d1a88db7d6a', 'contact', '{"name":"Halted","email":"halted@example.com","message":"A small bar."}', 'halted@example.com', null, 'a-hash', null, 1795748310450, 'accepted'),
  (10, '2bb7402d-9909-4dc8-8f1b-0bf4951c049f', 'contact', '{"name":"Behind","email":"behind@example.com","message":"A small bar."}', 'behind@example.com', null, 'a-hash', null, 1795748310454, 'accepted'),
  (11, 'eeb5437e-7c3f-4086-a994-758f290ed4b3', 'creator', '{"name":"Parked","email":"parked@example.com","handle":"@parked","city":"Sydney","bio":"Hello"}', 'parked@example.com', null, 'a-hash', null, 1795748310456, 'accepted'),
  (12, '39bdbe91-f65d-4b2f-8500-d11c385d73a7', 'creator', '{"name":"Spoiled","email":"spoiled@example.com","handle":"@spoiled","city":"Sydney","bio":"Hello"}', 'spoiled@example.com', null, 'a-hash', null, 1795748310464, 'discarded'),
  (13, 'b0a7136e-fe8b-471c-8e73-b2e8503b8e68', 'creator', '{"name":"Caught","email":"caught@example.com","handle":"@caught","city":"Sydney","bio":"Hello"}', 'caught@example.com', null, 'a-hash', 'honeypot', 1795748310475, 'quarantined'),
  (14, 'c02ca48b-0a9e-464f-b66b-f4a48015b438', 'venue', '{"name":"Crowded","email":"crowded@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'crowded@example.com', null, 'a-hash', 'overload', 1795748310477, 'quarantined'),
  (15, 'ee798519-b1e9-4736-8e61-3227aa4bf0ec', 'creator', '{"name":"Thrown","email":"thrown@example.com","handle":"@thrown","city":"Sydney","bio":"Hello"}', 'thrown@example.com', null, 'a-hash', 'email', 1795748310479, 'discarded'),
  (16, '97c3843c-5844-4e9d-8845-1090f00de3ee', 'contact', '{"name":"Flooding","email":"flooding@example.com","message":"A small bar."}', 'flooding@example.com', null, 'a-hash', 'address', 1795748310482, 'quarantined'),
  (17, '56344255-fa1d-4963-97e9-c732ec86d09d', 'creator', '{"name":"Waved","email":"waved@example.com","handle":"@waved","city":"Sydney","bio":"Hello"}', 'waved@example.com', null, 'a-hash', null, 1795748310483, 'accepted'),
  (18, 'cd6b0f90-7acc-4dc3-9bc9-daa533115ada', 'creator', '{"name":"Planned","email":"planned@example.com","handle":"@planned","city":"Sydney","bio":"Hello"}', 'planned@example.com', null, 'a-hash', null, 1795748310488, 'accepted'),
  (20, '11c7ba40-dd3a-4387-a899-f2f1eab2ec8c', 'creator', '{"name":"Released","email":"released@example.com","handle":"@released","city":"Sydney","bio":"Hello"}', 'released@example.com', null, 'a-hash', 'overload', 1795748310503, 'accepted'),
  (21, '49ff20fc-d7cc-4c87-9051-e354a9a26634', 'venue', '{"name":"Waiting","email":"waiting@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'waiting@example.com', null, 'a-hash', null, 1795748310508, 'accepted'),
  (22, 'a4a10d51-f004-4db5-9eae-b693ffd8ec6f', 'venue', '{"name":"Waiting","email":"waiting@example.com","venueName":"Bar Entrée","website":"https://bar.example/menu","city":"Zürich","message":"A small bar."}', 'waiting@example.com', null, 'a-hash', null, 1795748310511, 'accepted');
insert into applicants (id, kind, subject, state, version, applications, first_sequence, sequence, received_at, name_key, city_key, city, words) values
  (1, 'creator', 'sent@example.com', 'invited', 2, 1, 1, 1, 1795748310363, 'sent', 'sydney', 'Sydney', 'sent @ example . com sydney hello'),
  (2, 'venue', 'refused@example.com', 'invited', 1, 1, 2, 2, 1795748310398, 'refused', 'zurich', 'Zürich', 'refused @ example . com bar entree https : / menu zurich a small'),
  (3, 'creator', 'declined@example.com', 'declined', 1, 2, 3, 4, 1795748310413, 'declined', 'sydney', 'Sydney', 'declined @ example . com sydney hello'),
  (4, 'creator', 'undone@example.com', 'new', 2, 1, 5, 5, 1795748310417, 'undone', 'sydney', 'Sydney', 'undone @ example . com sydney hello'),
  (5, 'creator', 'retried@example.com', 'invited', 1, 1, 6, 6, 1795748310426, 'retried', 'sydney', 'Sydney', 'retried @ example . com sydney hello'),
  (6, 'creator', 'cut@example.com', 'invited', 1, 1, 7, 7, 1795748310435, 'cut', 'sydney', 'Sydney', 'cut @ example . com sydney hello'),
  (7, 'contact', '02c1059b-5b5b-453f-8862-f14c5743ab8e', 'answered', 1, 1, 8, 8, 1795748310443, 'asking', '', '', 'asking @ example . com a small bar'),
  (8, 'contact', 'c194e025-9dc5-427b-b96f-8d1a88db7d6a', 'new', 0, 1, 9, 9, 1795748310450, 'halted', '', '', 'halted @ example . com a small bar'),
  (9, 'contact', '2bb7402d-9909-4dc8-8f1b-0bf4951c049f', 'new', 0, 1, 10, 10, 1795748310454, 'behind', '', '', 'behind @ example . com a small bar'),
  (10, 'creator', 'parked@example.com', 'new', 0, 1, 11, 11, 1795748310456, 'parked', 'sydney', 'Sydney', 'parked @ example . com sydney hello'),
  (11, 'creator', 'spoiled@example.com', 'new', 0, 0, null, null, null, '', '', '', ''),
  (12, 'creator', 'caught@example.com', 'new', 0, 0, null, null, null, '', '', '', ''),
  (13, 'venue', 'crowded@example.com', 'new', 0, 0, null, null, null, '', '', '', ''),
  (14, 'creator', 'thrown@example.com', 'new', 0, 0, null, null, null, '', '', '', ''),
  (15, 'contact', '97c3843c-5844-4e9d-8845-1090f00de3ee', 'new', 0, 0, null, null, null, '', '', '', ''),
  (16, 'creator', 'waved@example.com', 'invited', 1, 1, 17, 17, 1795748310483, 'waved', 'sydney', 'Sydney', 'waved @ example . com sydney hello'),
  (17, 'creator', 'planned@example.com', 'invited', 1, 1, 18, 18, 1795748310488, 'planned', 'sydney', 'Sydney', 'planned @ example . com sydney hello'),
  (18, 'creator', null, 'declined', 0, 0, null, null, null, '', '', '', ''),
  (19, 'creator', 'released@example.com', 'new', 0, 1, 20, 20, 1795748310503, 'released', 'sydney', 'Sydney', 'released @ example . com sydney hello'),
  (20, 'venue', 'waiting@example.com', 'shortlisted', 1, 2, 21, 22, 1795748310511, 'waiting', 'zurich', 'Zürich', 'waiting @ example . com bar entree https : / menu zurich a small');
insert into decisions (position, id, kind, subject, version, sequence, from_state, to_state, actor, actor_name, way, note, decided_at, wave) values
  (1, 'a08da342-a8d1-4011-957f-42a963a5c778', 'creator', 'sent@example.com', 1, 1, 'new', 'shortlisted', 'cy@team.example', 'Cy', 'console', 'Good pictures.', 1795748310376, null),
  (2, '8d1ec850-bc76-42fc-b4c6-bcefe5143ea7', 'creator', 'sent@example.com', 2, 1, 'shortlisted', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748310379, null),
  (3, '4f995c4d-0e06-4f38-ba76-26e42cbf7dd6', 'venue', 'refused@example.com', 1, 2, 'new', 'invited', 'bo', 'bo', 'cli', null, 1795748310403, null),
  (4, '34eaa75e-8177-4c54-b5cd-8dc001a80389', 'creator', 'declined@example.com', 1, 3, 'new', 'declined', 'U0ADA', 'ada', 'slack', 'Too early.', 1795748310411, null),
  (5, '5f603fc9-c1f3-4d92-9932-5ff18d7b7e88', 'creator', 'undone@example.com', 1, 5, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748310421, null),
  (6, 'f77920fc-6120-47e9-8503-2fc7f53ac1d8', 'creator', 'undone@example.com', 2, 5, 'invited', 'new', 'cy@team.example', 'Cy', 'console', null, 1795748310424, null),
  (7, '9630a595-64ab-4af2-a5a6-91f4a428070e', 'creator', 'retried@example.com', 1, 6, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748310431, null),
  (8, '4d23b9ea-e68e-4787-97c6-7e9a5fd4d0c5', 'creator', 'cut@example.com', 1, 7, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748310440, null),
  (9, 'b60d0090-1fb0-4e9b-893b-9240edf5e487', 'contact', '02c1059b-5b5b-453f-8862-f14c5743ab8e', 1, 8, 'new', 'answered', 'cy@team.example', 'Cy', 'console', null, 1795748310448, null),
  (10, '89c4faf2-575d-4520-8e05-d90989ced128', 'creator', 'waved@example.com', 1, 17, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748310487, '98a95f0b-128b-4c28-b0fd-d2441b050ad1'),
  (11, '0e560972-8fa8-462a-977b-b844b5c8ff29', 'creator', 'planned@example.com', 1, 18, 'new', 'invited', 'cy@team.example', 'Cy', 'console', null, 1795748310492, '98a95f0b-128b-4c28-b0fd-d2441b050ad1'),
  (13, 'e156a0c6-91a0-4603-86b5-db35f7bca310', 'venue', 'waiting@example.com', 1, 22, 'new', 'shortlisted', 'cy@team.example', 'Cy', 'console', null, 1795748310513, null);
insert into notes (position, id, kind, subject, actor, actor_name, way, note, noted_at) values
  (1, '8a354817-252c-4f80-a740-5972d7f36522', 'creator', 'sent@example.com', 'bo', 'bo', 'cli', 'Known from Berlin.', 1795748310387),
  (2, '33534820-2280-4d64-9047-4ae9742a5cb6', 'creator', 'sent@example.com', 'bo', 'bo', 'cli', 'The letter was sent again.', 1795748310390);
insert into jobs (sequence, id, channel, kind, submission, decision, payload, state, queued_at, due_at, due_set_at, attempts, unanswered, claim_token, delivered_at, reason, place, uncertain, tell_at) values
  (1, null, 'waitlist', 'submission', 1, null, null, 'delivered', 1795748310363, 1795748340369, 1795748310369, 1, 0, null, 1795748310371, null, 'C0WAITLIST/1795748000.000100', 0, null),
  (2, 'update C0WAITLIST/1795748000.000100', 'changes', 'message update', null, null, null, 'waiting', 1795748310376, 1795748310376, 1795748310376, 0, 0, null, null, null, 'C0WAITLIST/1795748000.000100', 0, null),
  (3, '7c8cb640-c915-4821-b258-f2ff82c17b90', 'letters', 'letter', 1, '8d1ec850-bc76-42fc-b4c6-bcefe5143ea7', '{"messageId":"<7c8cb640-c915-4821-b258-f2ff82c17b90@entree.example>"}', 'delivered', 1795748310379, 1795748340382, 1795748310382, 1, 0, null, 1795748310384, null, null, 0, null),
  (6, '5cc3fc18-a64b-43d0-9d71-7145113acbba', 'letters', 'letter', 1, '8d1ec850-bc76-42fc-b4c6-bcefe5143ea7', '{"messageId":"<5cc3fc18-a64b-43d0-9d71-7145113acbba@entree.example>"}', 'delivered', 1795748310390, 1795748340394, 1795748310394, 1, 0, null, 1795748310396, null, null, 0, null),
  (9, null, 'waitlist', 'submission', 2, null, null, 'delivered', 1795748310398, 1795748340400, 1795748310400, 1, 0, null, 1795748310401, null, null, 0, null),
  (10, '9e72bbe8-5152-49e1-9cba-269b8f65a964', 'letters', 'letter', 2, '4f995c4d-0e06-4f38-ba76-26e42cbf7dd6', '{"messageId":"<9e72bbe8-5152-49e1-9cba-269b8f65a964@entree.example>"}', 'parked', 1795748310403, 1795748340404, 1795748310404, 1, 0, null, null, 'mail_recipient_refused 550 5.1.1', null, 1, null),
  (11, null, 'waitlist', 'submission', 3, null, null, 'delivered', 1795748310407, 1795748340408, 1795748310408, 1, 0, null, 1795748310410, null, null, 0, null),
  (12, null, 'waitlist', 'submission', 4, null, null, 'delivered', 1795748310413, 1795748340414, 1795748310414, 1, 0, null, 1795748310416, null, null, 0, null),
  (13, null, 'waitlist', 'submission', 5, null, null, 'delivered', 1795748310417, 1795748340419, 1795748310419, 1, 0, null, 1795748310420, null, null, 0, null),
  (14, 'f7a88143-c14d-4f0b-90a2-37eee4b14338', 'letters', 'letter', 5, '5f603fc9-c1f3-4d92-9932-5ff18d7b7e88', '{"messageId":"<f7a88143-c14d-4f0b-90a2-37eee4b14338@entree.example>"}', 'cancelled', 1795748310421, 1795748310421, 1795748310421, 0, 0, null, null, null, null, 0, null),
  (15, null, 'waitlist', 'submission', 6, null, null, 'delivered', 1795748310426, 1795748340427, 1795748310427, 1, 0, null, 1795748310429, null, null, 0, null),
  (16, '1a9a98b1-3e47-4092-88a6-dab2b497c1f6', 'letters', 'letter', 6, '9630a595-64ab-4af2-a5a6-91f4a428070e', '{"messageId":"<1a9a98b1-3e47-4092-88a6-dab2b497c1f6@entree.example>"}', 'waiting', 1795748310431, 1795748340434, 1795748310434, 1, 0, null, null, 'mail_in_trouble 451', null, 1, null),
  (17, null, 'waitlist', 'submission', 7, null, null, 'delivered', 1795748310435, 1795748340437, 1795748310437, 1, 0, null, 1795748310438, null, null, 0, null),
  (18, 'b1cae0f9-7983-473a-a92d-96bc619bb5bb', 'letters', 'letter', 7, '4d23b9ea-e68e-4787-97c6-7e9a5fd4d0c5', '{"messageId":"<b1cae0f9-7983-473a-a92d-96bc619bb5bb@entree.example>"}', 'claimed', 1795748310440, 1795748340441, 1795748310441, 1, 0, '8ca5def5-b4a7-499e-9e78-6e4eabd3f59d', null, null, null, 1, null),
  (19, null, 'contact', 'submission', 8, null, null, 'delivered', 1795748310443, 1795748340445, 1795748310445, 1, 0, null, 1795748310447, null, null, 0, null),
  (20, null, 'contact', 'submission', 9, null, null, 'waiting', 1795748310450, 1795748310453, 1795748310453, 1, 0, null, null, 'slack_no_service 404 no_service', null, 1, null),
  (21, null, 'contact', 'submission', 10, null, null, 'waiting', 1795748310454, 1795748310454, 1795748310454, 0, 0, null, null, null, null, 0, null),
  (22, null, 'waitlist', 'submission', 11, null, null, 'parked', 1795748310456, 1795748340460, 1795748310460, 1, 0, null, null, 'slack_invalid_blocks 400 invalid_blocks', null, 1, null),
  (23, null, 'waitlist', 'submission', 12, null, null, 'cancelled', 1795748310464, 1795748340466, 1795748310466, 1, 0, null, null, 'slack_invalid_blocks 400 invalid_blocks', null, 1, null),
  (24, 'notice', 'notices', 'notice', null, null, null, 'waiting', 1795748310475, 1795748313475, 1795748310475, 0, 0, null, null, null, null, 0, null),
  (25, null, 'waitlist', 'submission', 17, null, null, 'delivered', 1795748310483, 1795748340485, 1795748310485, 1, 0, null, 1795748310486, null, null, 0, null),
  (26, 'bff638d2-9613-4c5c-8bc2-99ee9c0a207d', 'letters', 'letter', 17, '89c4faf2-575d-4520-8e05-d90989ced128', '{"messageId":"<bff638d2-9613-4c5c-8bc2-99ee9c0a207d@entree.example>"}', 'waiting', 1795748310487, 1795921110483, 1795748310487, 0, 0, null, null, null, null, 0, 1795921110483),
  (27, null, 'waitlist', 'submission', 18, null, null, 'delivered', 1795748310488, 1795748340490, 1795748310490, 1, 0, null, 1795748310491, null, null, 0, null),
  (28, '9b74e234-a3d4-4cd1-9a79-28f42bc6ee82', 'letters', 'letter', 18, '0e560972-8fa8-462a-977b-b844b5c8ff29', '{"messageId":"<9b74e234-a3d4-4cd1-9a79-28f42bc6ee82@entree.example>"}', 'waiting', 1795748310492, 1795921110483, 1795748310492, 0, 0, null, null, null, null, 0, 1795921110483),
  (30, null, 'waitlist', 'submission', 20, null, null, 'claimed', 1795748310504, 1795748340510, 1795748310510, 1, 0, 'c23c7ab7-fda1-4e28-8338-7cdc75fe68c6', null, null, null, 1, null),
  (31, null, 'waitlist', 'submission', 21, null, null, 'waiting', 1795748310508, 1795748310508, 1795748310508, 0, 0, null, null, null, null, 0, null),
  (32, null, 'waitlist', 'submission', 22, null, null, 'waiting', 1795748310511, 1795748310511, 1795748310511, 0, 0, null, null, null, null, 0, null),
  (33, '64525c7a-0b20-4c19-b355-d945655adab9', 'clicks', 'reply', null, null, '{"responseUrl":"https://hooks.slack.com/actions/T1/2/secret","expiresAtMs":1795750110515,"text":"Somebody decided before you."}', 'waiting', 1795748310515, 1795748310515, 1795748310515, 0, 0, null, null, null, null, 0, null),
  (34, '0722d707-64c9-4b30-a1c4-2018c7416f0a', 'clicks', 'message update', 8, null, '{"responseUrl":"https://hooks.slack.com/actions/T1/2/secret","expiresAtMs":1795750110516,"text":null}', 'waiting', 1795748310516, 1795748310516, 1795748310516, 0, 0, null, null, null, null, 0, null);
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
  ('{contact webhook}', 1795748310453, 'slack_no_service 404 no_service'),
  ('{mail server}', 1795748310441, null),
  ('{waitlist webhook}', 1795748310510, null);
insert into address_keys (day, key) values
  (20784, 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk');
insert into sign_in_links (token_hash, account, expires_at) values
  ('hash-of-link', 'root', 1795748910521);
insert into console_sessions (token_hash, way, person, name, started_at, last_seen_at) values
  ('hash-of-provider-session', 'provider', 'cy@team.example', 'Cy', 1795748310523, 1795748310523),
  ('hash-of-session', 'link', 'root', 'root', 1795748310520, 1795748310520);
insert into sign_ins (position, way, who, result, at) values
  (1, 'link', 'root', 'signed in', 1795748310520),
  (2, 'provider', 'cy@team.example', 'signed in', 1795748310523),
  (3, 'provider', 'eve@else.example', 'not on the list', 1795748310524),
  (4, 'link', null, 'refused', 1795748310525);
