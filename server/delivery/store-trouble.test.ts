import { expect, test } from 'vitest';
import { StoreUnavailableError } from '#server/store/errors.ts';
import type { Store } from '#server/store/store.ts';
import { setUpDelivery } from './delivery-fixture.ts';

const fixture = setUpDelivery();
const { accept, idsInOrder, startDelivery, toSlack, waitForDelivered } = fixture;

test('a store that fails at the finish causes no second message', async () => {
  let failures = 3;
  const failing: Store = {
    ...fixture.store,
    async finish(claim) {
      failures -= 1;
      if (failures >= 0) throw new StoreUnavailableError('disk full');
      return fixture.store.finish(claim);
    },
  };
  const id = await accept();
  startDelivery({ store: failing });
  await waitForDelivered(1);
  expect(idsInOrder()).toEqual([id]);
});

test('a store that fails at the claim does not end the loop', async () => {
  let failures = 5;
  const failing: Store = {
    ...fixture.store,
    async claimDue(options) {
      failures -= 1;
      if (failures >= 0) throw new StoreUnavailableError('connection lost');
      return fixture.store.claimDue(options);
    },
  };
  const id = await accept();
  startDelivery({ store: failing });
  await fixture.slack.waitForIds([id]);
  expect(fixture.logged.filter(({ message }) => message.includes('did not answer'))).toHaveLength(5);
});

test('a bug in sending loses nothing', async () => {
  const { deliver } = toSlack();
  let first = true;
  const id = await accept();
  startDelivery({
    channels: {
      waitlist: {
        minIntervalMs: 0,
        async deliver(submissions, signal) {
          if (first) {
            first = false;
            throw new TypeError('a bug');
          }
          return deliver(submissions, signal);
        },
      },
      contact: null,
    },
  });
  await fixture.slack.waitForIds([id]);
  await waitForDelivered(1);
});
