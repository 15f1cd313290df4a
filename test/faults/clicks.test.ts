import { describe, expect, test } from 'vitest';
import { readChannel } from '#test/job-claims.ts';
import { startMailServer } from '#test/mail-server.ts';
import { startProgram } from '#test/program.ts';
import { type ClickAnswer, startSlackStandIn } from '#test/slack-stand-in.ts';
import { rest, submit } from './load.ts';
import { createStoreUnderTest, engines, isLong, isSkipped } from './stores.ts';

const rounds = isLong ? 60 : 2;
const clicksPerRound = 5;
const buttons = [
  ['Shortlist', 'shortlisted'],
  ['Invite', 'invited'],
  ['Decline', 'declined'],
] as const;

describe.each(engines)('kill -9 in the middle of clicks, on %s', (engine) => {
  test.skipIf(isSkipped(engine))(
    `${rounds} rounds lose no decision and invent none`,
    async () => {
      await using slack = await startSlackStandIn();
      await using mail = await startMailServer();
      await using store = await createStoreUnderTest(engine);
      const env = {
        ...store.env,
        SLACK_WEBHOOK_URL: slack.waitlistUrl,
        SLACK_SIGNING_SECRET: slack.signingSecret,
        SLACK_MIN_INTERVAL_MS: '0',
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'hello@entree.example',
        MAIL_MIN_INTERVAL_MS: '20',
        RATE_LIMIT_PER_MINUTE: '0',
      };
      /** Of each application, what one person clicked, and whether that was answered. */
      const clicked: { id: string; to: string; userId: string; answer: ClickAnswer }[] = [];
      let unanswered = 0;

      for (let round = 1; round <= rounds; round += 1) {
        await using server = await startProgram(env);
        const ids: string[] = [];
        for (let index = 0; index < clicksPerRound; index += 1) {
          const { id } = await submit(server.url);
          if (id === null) throw new Error('An application was not taken.');
          ids.push(id);
          // One at a time: a digest has no buttons.
          await slack.waitForIds(ids);
        }
        const clicks = ids.map(async (id, index) => {
          const [button, to] = buttons[index % buttons.length] as (typeof buttons)[number];
          const message = await slack.messageOf(id);
          const userId = `U${round}X${index}`;
          await rest(index * 60 * Math.random());
          const answer = await slack.click({
            message,
            button,
            server: server.url,
            user: { id: userId, name: 'ada' },
          });
          clicked.push({ id, to, userId, answer });
        });
        await Promise.race(clicks);
        await rest(Math.random() * 80);
        await server.kill('SIGKILL');
        await Promise.all(clicks);
      }

      await using server = await startProgram(env);
      const operator = await store.openOperator();
      for (const { id, to, answer } of clicked) {
        const { decisions = [] } = (await operator.readReview({ id })) ?? {};
        if (answer.status === 200) expect(decisions.map((decision) => decision.to)).toEqual([to]);
      }

      // Whose click was not answered clicks again: it may have been decided, and is decided once.
      for (const click of clicked) {
        if (click.answer.status !== 200) unanswered += 1;
        expect((await click.answer.repeat(server.url)).status).toBe(200);
      }
      for (const { id, to, userId } of clicked) {
        const review = await operator.readReview({ id });
        expect(review?.decisions.map((decision) => [decision.to, decision.actor.id])).toEqual([[to, userId]]);
        expect(review?.letters).toHaveLength(to === 'invited' ? 1 : 0);
      }
      const { states } = await operator.readOverview(0);
      const decided = states
        .filter(({ state }) => state !== 'new')
        .reduce((sum, { count }) => sum + count, 0);
      expect(decided).toBe(rounds * clicksPerRound);
      const invited = clicked.filter(({ to }) => to === 'invited').length;
      // Only the long form waits out the ten seconds in which an Undo stops a letter.
      if (isLong) {
        await store.endLetterClaims();
        await expect
          .poll(async () => (await readChannel(operator, 'letters'))?.delivered, { timeout: 120_000 })
          .toBe(invited);
        const mails = new Set(mail.received.map((received) => received.mail.messageId));
        expect(mails.size).toBe(invited);
      }
      expect(await server.stop()).toBe(0);
      expect(slack.violations).toEqual([]);
      process.stderr.write(
        `kill -9 under clicks, ${engine}: ${rounds} rounds, ${decided} decisions, ${unanswered} clicks cut off; 0 lost, 0 invented; ` +
          `${invited} invited${isLong ? `, ${mail.received.length} mails, 0 without a letter` : ''}\n`,
      );
    },
    rounds * 20_000 + 120_000,
  );
});
