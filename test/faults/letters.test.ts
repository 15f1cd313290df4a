import { afterEach, describe, expect, test } from 'vitest';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import type { OperatorStore } from '#server/store/operator-store.ts';
import { readChannel } from '#test/job-claims.ts';
import { type MailFault, startMailServer, type TestMailServer } from '#test/mail-server.ts';
import { startProgram } from '#test/program.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { rest, submit } from './load.ts';
import { createStoreUnderTest, engines, isLong, isSkipped, type StoreUnderTest } from './stores.ts';

const rounds = isLong ? 40 : 3;
const invitedInARound = 4;
/** One a round, in turn. */
const mailFaults: readonly MailFault[] = [
  // The mail is in the mailbox, and its answer never arrives.
  { cuts: 'after the data' },
  // Greylisting.
  { at: 'recipient', status: 450 },
  { cuts: 'at the recipient' },
  { at: 'letter', status: 451 },
  { at: 'sender', status: 421 },
];

describe.each(engines)('kill -9 while letters are sent, on %s', (engine) => {
  let mail: TestMailServer;
  let store: StoreUnderTest;
  let operator: OperatorStore | undefined;

  afterEach(async () => {
    await operator?.close();
    await mail?.close();
    await store?.remove();
  });

  async function openOperator(): Promise<OperatorStore> {
    const { DATABASE_URL, DATA_DIR = '' } = store.env;
    return openOperatorStore({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR });
  }

  test.skipIf(isSkipped(engine))(
    `${rounds} rounds leave nobody invited without a letter, and send twice only what was cut`,
    async () => {
      mail = await startMailServer();
      store = await createStoreUnderTest(engine);
      const env = {
        ...store.env,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Entrée <hello@entree.example>',
        MAIL_MIN_INTERVAL_MS: '20',
      };
      const messageIds = new Set<string>();
      /** The last mail before each kill: its server may have died before that was stored. */
      const excused = new Set<string>();

      for (let round = 1; round <= rounds; round += 1) {
        const server = await startProgram(env);
        operator ??= await openOperator();
        for (let n = 0; n < invitedInARound; n += 1) {
          const { id } = await submit(server.url);
          if (id === null) throw new Error('The application was not taken.');
          const letter = newLetter();
          const decided = await operator.decide(newDecision({ id }, { to: 'invited', letter }));
          expect(decided).toMatchObject({ outcome: 'decided' });
          messageIds.add(letter.messageId);
        }
        mail.queueFaults(mailFaults[(round - 1) % mailFaults.length] as MailFault);
        const before = mail.received.length;
        await expect.poll(() => mail.received.length, { timeout: 20_000 }).toBeGreaterThan(before);
        await rest(Math.random() * 60);
        server.kill('SIGKILL');
        await server.exited;
        const last = mail.received.at(-1);
        if (last?.mail.messageId) excused.add(last.mail.messageId);
        await store.endLetterLeases();
      }

      const server = await startProgram(env);
      await expect
        .poll(() => [...messageIds].filter((id) => !mail.received.some((got) => got.mail.messageId === id)), {
          timeout: 120_000,
        })
        .toEqual([]);
      await expect
        .poll(async () => operator && (await readChannel(operator, 'letters'))?.delivered, {
          timeout: 120_000,
        })
        .toBe(messageIds.size);
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);

      for (const got of mail.received) if (got.wasCut) excused.add(got.mail.messageId ?? '');
      const counts = Map.groupBy(mail.received, (got) => got.mail.messageId ?? '');
      const repeated = [...counts].filter(([, times]) => times.length > 1).map(([id]) => id);
      expect(repeated.filter((id) => !excused.has(id))).toEqual([]);
      expect([...counts.keys()].filter((id) => !messageIds.has(id))).toEqual([]);
      process.stderr.write(
        `letters, kill -9, ${engine}: ${rounds} rounds, ${messageIds.size} invited, 0 without a letter; ` +
          `${mail.received.length} mails, ${repeated.length} sent twice\n`,
      );
    },
    rounds * 20_000 + 240_000,
  );
});
