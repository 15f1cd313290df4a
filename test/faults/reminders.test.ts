import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { claimOne, connect, finish } from '#test/job-claims.ts';
import { type MailFault, startMailServer } from '#test/mail-server.ts';
import { startProgram } from '#test/program.ts';
import { bo, newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { rest } from './load.ts';
import { createStoreUnderTest, engines, isLong, isSkipped } from './stores.ts';

const size = isLong ? 400 : 40;
/** In it, two waves are made, and a third of the people answer. */
const aheadMs = isLong ? 30_000 : 4_000;
const killEveryMs = 1_000;
const lettersInALife = isLong ? 40 : 8;
const mailFaults: readonly MailFault[] = [
  { cuts: 'after the data' },
  { at: 'recipient', status: 450 },
  { cuts: 'at the recipient' },
  { at: 'letter', status: 451 },
];

describe.each(engines)('two waves of reminders, with kill -9 each second, on %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    `of ${size} nobody has two reminders, nobody who answered before has one, and everybody else has`,
    async () => {
      await using mail = await startMailServer();
      await using underTest = await createStoreUnderTest(engine);
      const store = await underTest.open();
      await connect(store, ['letters']);
      const people: { email: string; letter: string }[] = [];
      const madeFromMs = performance.now();
      for (let n = 0; n < size; n += 1) {
        const submission = newSubmission({ fields: { email: `${n}@example.com` } });
        await store.accept(submission);
        const letter = newLetter();
        await store.decide(newDecision({ id: submission.id }, { to: 'invited', letter }));
        await finish(store, await claimOne(store, { channel: 'letters' }));
        people.push({ email: submission.fields.email, letter: letter.id });
      }
      const unmet = new Map(
        people.flatMap(({ email }, n) => {
          const fault = n % 5 === 1 ? mailFaults[((n - 1) / 5) % mailFaults.length] : undefined;
          return fault === undefined ? [] : [[email, fault] as const];
        }),
      );
      mail.setFaultFor((to) => {
        const fault = unmet.get(to) ?? null;
        unmet.delete(to);
        return fault;
      });
      const env = {
        ...underTest.env,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Entrée <hello@entree.example>',
        MAIL_MIN_INTERVAL_MS: '5',
      };
      // On a busy machine more time, as much as it needed for the people.
      const letterAtMs = Math.round(Date.now() + aheadMs + 2 * (performance.now() - madeFromMs));
      const answered = new Set<string>();
      const hasReminder = () => new Set(mail.received.flatMap(({ to }) => to));
      const missing = () => {
        const got = hasReminder();
        return people.filter(({ email }) => !answered.has(email) && !got.has(email)).length;
      };
      /** Their server may have died before it stored that they were sent. */
      const excused = new Set<string | undefined>();
      let isOver = false;
      let kills = 0;
      const killing = (async () => {
        while (!isOver) {
          await using server = await startProgram(env);
          const before = mail.received.length;
          await rest(killEveryMs);
          const giveUpAtMs = Date.now() + 20_000;
          const hasSent = () => mail.received.length - before >= lettersInALife || missing() === 0;
          while (Date.now() > letterAtMs && !hasSent() && Date.now() < giveUpAtMs) await rest(20);
          await server.kill('SIGKILL');
          kills += 1;
          await underTest.endLetterClaims();
          excused.add(mail.received.at(-1)?.mail.messageId);
        }
      })();
      let hasFailed = false;
      killing.catch(() => {
        hasFailed = true;
      });

      const remind = async () => {
        const wave = { id: randomUUID(), whom: { filter: {} }, to: 'invited', reminds: true } as const;
        const letter = newLetter({ letterAtMs });
        for (;;) {
          const { decided, left } = await store.decideWave({ ...wave, actor: bo, note: null, letter });
          if (left === 0) return decided;
        }
      };
      const decided = await Promise.all([remind(), remind()]);
      expect(decided[0] + decided[1]).toBe(size);
      expect(await remind()).toBe(0);
      for (const [n, { letter, email }] of people.entries()) {
        if (n % 3 !== 0) continue;
        await store.answerInvitation({ letter, answer: 'not-now', sentence: null });
        answered.add(email);
      }
      const isInTime = Date.now() < letterAtMs;

      try {
        await expect
          .poll(() => (hasFailed ? 0 : missing()), { timeout: size * 900 + 120_000, interval: 200 })
          .toBe(0);
      } finally {
        isOver = true;
        await killing;
      }
      await using server = await startProgram(env);
      const isOpen = async () => {
        const states = await store.channelStates();
        return states.find(({ channel }) => channel === 'letters')?.waiting;
      };
      await expect.poll(isOpen, { timeout: 120_000 }).toBe(0);
      expect(await server.stop()).toBe(0);

      expect(mail.received.filter(({ receivedAtMs }) => receivedAtMs < letterAtMs)).toEqual([]);
      expect(isInTime, 'the answers came before the time').toBe(true);
      expect([...hasReminder()].filter((email) => answered.has(email))).toEqual([]);
      for (const got of mail.received) if (got.wasCut) excused.add(got.mail.messageId);
      for (const [email, mails] of Map.groupBy(mail.received, ({ to }) => to[0])) {
        const ids = new Set(mails.map(({ mail: { messageId } }) => messageId));
        expect(ids.size, `${email} has one reminder`).toBe(1);
        expect(mails.length === 1 || ids.isSubsetOf(excused), `${email} has it once`).toBe(true);
      }
      const repeated = mail.received.length - hasReminder().size;
      process.stderr.write(
        `reminders, kill -9, ${engine}: ${size} in two waves, ${answered.size} answered before, ` +
          `${hasReminder().size} reminded, ${repeated} twice after a lost answer; ${kills} kills\n`,
      );
    },
    size * 1_000 + 360_000,
  );
});
