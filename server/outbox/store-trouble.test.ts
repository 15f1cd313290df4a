import { expect, test } from 'vitest';
import { StoreUnavailableError } from '#server/store/errors.ts';
import type { Store } from '#server/store/store.ts';
import { setUpOutbox } from '#test/outbox-fixture.ts';

const fixture = setUpOutbox();
const { accept, idsInOrder, startOutbox, toSlack, waitForDelivered } = fixture;

test('a store that fails at the finish causes no second message', async () => {
  let failures = 3;
  const failing: Store = {
    ...fixture.store,
    async endClaim(claim, end) {
      failures -= 1;
      if (failures >= 0) throw new StoreUnavailableError('disk full');
      return fixture.store.endClaim(claim, end);
    },
  };
  const id = await accept();
  await startOutbox({ store: failing });
  await waitForDelivered(1);
  expect(idsInOrder()).toEqual([id]);
});

test('a store that fails at the claim does not end the loop', async () => {
  let failures = 5;
  const failing: Store = {
    ...fixture.store,
    async claimJobs(options) {
      failures -= 1;
      if (failures >= 0) throw new StoreUnavailableError('connection lost');
      return fixture.store.claimJobs(options);
    },
  };
  const id = await accept();
  await startOutbox({ store: failing });
  await fixture.slack.waitForIds([id]);
  expect(fixture.logged.filter(({ message }) => message.includes('did not answer'))).toHaveLength(5);
});

test('a bug in sending loses nothing', async () => {
  const slack = toSlack();
  let first = true;
  const id = await accept();
  await startOutbox({
    senders: [
      {
        ...slack,
        async send(jobs, signal) {
          if (first) {
            first = false;
            throw new TypeError('a bug');
          }
          return slack.send(jobs, signal);
        },
      },
    ],
  });
  await fixture.slack.waitForIds([id]);
  await waitForDelivered(1);
});
