import { expect, test } from 'vitest';
import type { InvitationAnswer } from '#contract/invitation-answer.ts';
import { reviewedAs } from '#test/sample-decisions.ts';
import { storedSubmission } from '#test/sample-submissions.ts';
import { findPayloadProblems, renderPayload } from '#test/slack-payload-rules.ts';
import { composeAnswers } from './compose-answers.ts';
import { composeMessage, maxPerMessage } from './compose-message.ts';

const timeZone = 'Australia/Sydney';
const answered = (answer: InvitationAnswer, sentence: string | null, name = 'Ada') =>
  storedSubmission({
    fields: { name },
    review: {
      ...reviewedAs('invited', { letter: 'delivered' }),
      answer: { decisionId: 'd1', answer, sentence, answeredAtMs: Date.UTC(2026, 10, 28, 8) },
    },
  });

test('a message says who answered what, with the sentence, and links to the console where it can be reached', () => {
  const person = answered('coming', 'With a friend');
  const payload = composeAnswers([person], { timeZone, consoleUrl: 'https://console.example' });
  expect(payload.text).toBe('Coming: Ada');
  expect(renderPayload(payload)).toContain('Coming: Ada, creator #1: “With a friend”');
  expect(JSON.stringify(payload)).toContain(`https://console.example/#/applicants/${person.id}`);
  expect(composeAnswers([person, answered('not-now', null)], { timeZone }).text).toBe('2 answers');
});

test('who has no name is named by their email', () => {
  const nameless = answered('coming', null, '');
  expect(composeAnswers([nameless], { timeZone }).text).toMatch(/^Coming: ada@/);
});

test('what a stranger wrote mentions nobody, formats nothing and keeps Slack’s limits, in one message and in a digest', () => {
  for (const text of [
    '<!channel> @here *x* <https://evil.example|here>',
    '&<>"\\'.repeat(100),
    '\u0001'.repeat(500),
    '🙂'.repeat(500),
  ])
    for (const [count, length] of [
      [1, 60],
      [maxPerMessage, 60],
      [maxPerMessage, 43],
    ] as const) {
      const payload = composeAnswers(
        Array.from({ length: count }, () => answered('coming', text, text)),
        {
          timeZone,
          consoleUrl: `https://${'c'.repeat(length)}.example`,
        },
      );
      expect(findPayloadProblems(payload)).toEqual([]);
    }
});

test('the message of an application shows the answer with its sentence; a digest without', () => {
  const person = answered('not-now', '<!channel> perhaps in spring');
  const whole = composeMessage([person], { timeZone });
  expect(renderPayload(whole)).toMatch(/told on .* · not now, .*28 Nov.*: “.*perhaps in spring.*”/);
  const digest = composeMessage([person, person], { timeZone });
  expect(renderPayload(digest)).toMatch(/ · not now, .*28 Nov/);
  expect(renderPayload(digest)).not.toContain('in spring');
  for (const payload of [whole, digest, composeMessage([answered('coming', '&'.repeat(500))], { timeZone })])
    expect(findPayloadProblems(payload)).toEqual([]);
});
