import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type MailFault, startMailServer } from '#test/mail-server.ts';
import { startProgram } from '#test/program.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { rest } from './load.ts';
import { createStoreUnderTest, engines, isLong, isSkipped } from './stores.ts';

const size = isLong ? 1_000 : 40;
/** From the first decision to the letters' time: the wave is decided, and partly taken back, in it. */
const aheadMs = isLong ? 30_000 : 4_000;
const killEveryMs = 1_000;
const lettersInALife = isLong ? 100 : 10;
/** Of twenty people one meets each, once; the others none. Never two in a row: the queue pauses longer each time. */
const mailFaults: readonly MailFault[] = [
  // The mail is in the mailbox, and its answer never arrives.
  { cuts: 'after the data' },
  // Greylisting.
  { at: 'recipient', status: 450 },
  { cuts: 'at the recipient' },
  { at: 'letter', status: 451 },
];

describe.each(engines)('a wave that is told later, with kill -9 each second, on %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    `of ${size} everybody is told, twice only where the answer was lost, nobody before the time, nobody who was taken back`,
    async () => {
      await using mail = await startMailServer();
      await using underTest = await createStoreUnderTest(engine);
      const store = await underTest.open();
      const people = Array.from({ length: size }, (_, n) =>
        newSubmission({ fields: { email: `${n}@example.com` } }),
      );
      await Promise.all(people.map((person) => store.accept(person)));
      const unmet = new Map(
        people.flatMap(({ fields }, n) => {
          const fault = n % 5 === 0 ? mailFaults[(n / 5) % mailFaults.length] : undefined;
          return fault === undefined ? [] : [[fields.email, fault] as const];
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
      /** Their server may have died before it stored that they were sent. */
      const excused = new Set<string>();
      const told = new Set<string>();
      const isMissing = () => {
        const received = new Set(mail.received.map((got) => got.mail.messageId));
        return [...told].filter((id) => !received.has(id)).length;
      };
      const letterAtMs = Date.now() + aheadMs;
      let isOver = false;
      let kills = 0;
      const killing = (async () => {
        while (!isOver) {
          await using server = await startProgram(env);
          const before = mail.received.length;
          await rest(killEveryMs);
          // On a busy machine a second is over before the first letter, and nothing would be tried.
          const giveUpAtMs = Date.now() + 20_000;
          const hasSent = () => mail.received.length - before >= lettersInALife || isMissing() === 0;
          while (Date.now() > letterAtMs && !hasSent() && Date.now() < giveUpAtMs) await rest(20);
          await server.kill('SIGKILL');
          kills += 1;
          await underTest.endLetterClaims();
          const last = mail.received.at(-1);
          if (last?.mail.messageId) excused.add(last.mail.messageId);
        }
      })();
      // It ends the test where it is awaited, and what is waited for meanwhile.
      let hasFailed = false;
      killing.catch(() => {
        hasFailed = true;
      });

      const wave = randomUUID();
      const takenBack = new Set<string>();
      const invite = async (id: string) => {
        const letter = newLetter({ letterAtMs, delayMs: 4_000 });
        const decision = newDecision({ id }, { to: 'invited', wave, seenVersion: 0, letter });
        const result = await store.decide(decision);
        if (result.outcome === 'decided') told.add(letter.messageId);
        return { letter, outcome: result.outcome };
      };
      for (const [n, { id }] of people.entries()) {
        const { letter, outcome } = await invite(id);
        expect(outcome).toBe('decided');
        if (n % 10 !== 9) continue;
        await store.decide(newDecision({ id }, { to: 'new', seenVersion: 1 }));
        takenBack.add(letter.messageId);
        told.delete(letter.messageId);
      }
      // Broken off and started again: nobody is invited twice.
      for (const { id } of people.slice(0, 9)) expect((await invite(id)).outcome).toBe('overtaken');

      try {
        await expect
          .poll(() => (hasFailed ? 0 : isMissing()), { timeout: size * 900 + 120_000, interval: 200 })
          .toBe(0);
      } finally {
        isOver = true;
        await killing;
      }
      await using server = await startProgram(env);
      const countTold = async () => (await store.countApplicants({ told: 'told' })).states.invited;
      await expect.poll(countTold, { timeout: 120_000 }).toBe(told.size);
      expect(await server.stop()).toBe(0);

      expect(mail.received.filter(({ receivedAtMs }) => receivedAtMs < letterAtMs)).toEqual([]);
      expect(mail.received.filter((got) => takenBack.has(got.mail.messageId ?? ''))).toEqual([]);
      for (const got of mail.received) if (got.wasCut) excused.add(got.mail.messageId ?? '');
      const counts = Map.groupBy(mail.received, (got) => got.mail.messageId ?? '');
      const repeated = [...counts].filter(([, times]) => times.length > 1).map(([id]) => id);
      expect(repeated.filter((id) => !excused.has(id))).toEqual([]);
      expect([...counts.keys()].filter((id) => !told.has(id))).toEqual([]);
      process.stderr.write(
        `a wave, kill -9, ${engine}: ${size} invited, ${takenBack.size} taken back, ${told.size} told, ` +
          `0 before the time, ${repeated.length} twice; ${kills} kills\n`,
      );
    },
    size * 1_000 + 360_000,
  );
});
