import { describe, expect, test } from 'vitest';
import { startMailServer } from '#test/mail-server.ts';
import { startProgram } from '#test/program.ts';
import { submit } from './load.ts';
import { createStoreUnderTest, engines, isSkipped } from './stores.ts';

const people = 12;

describe.each(engines)('receipts on %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    'through kill -9 each address gets one, however often it applies at once, and none without the setting',
    async () => {
      await using mail = await startMailServer();
      await using source = await createStoreUnderTest(engine);
      const settings = {
        ...source.env,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Entrée <hello@entree.example>',
        MAIL_MIN_INTERVAL_MS: '30',
      };
      const withReceipts = { ...settings, RECEIPTS: 'on' };
      const first = await startProgram(withReceipts);
      expect(first.output()).toContain('receipts go to who applies');
      await Promise.all(
        Array.from({ length: 3 * people }, (_, n) =>
          submit(first.url, { fields: { email: `${n % people}@example.com` } }),
        ),
      );
      await expect.poll(() => mail.received.length).toBeGreaterThan(2);
      await first.kill('SIGKILL');
      // The one that was being sent waits for the end of its claim.
      await source.endLetterClaims();
      const second = await startProgram(withReceipts);
      const addressees = () => new Set(mail.received.flatMap(({ to }) => to));
      await expect.poll(() => addressees().size).toBe(people);
      await second.stop();
      const letters = new Set(mail.received.map(({ mail: { messageId } }) => messageId));
      expect(letters.size).toBe(people);
      expect(mail.received.length).toBeLessThanOrEqual(people + 1);

      const sent = mail.received.length;
      const third = await startProgram(settings);
      await submit(third.url, { fields: { email: 'late@example.com' } });
      await third.stop();
      const last = await startProgram(withReceipts);
      await submit(last.url, { fields: { email: 'in.time@example.com' } });
      await expect.poll(() => addressees().has('in.time@example.com')).toBe(true);
      await last.stop();
      expect(mail.received).toHaveLength(sent + 1);
    },
  );
});
