import { expect, test } from 'vitest';
import { createToastStore } from '#site/islands/toasts/toast-store.ts';

const words = { title: 'Error', description: 'Failed.', destructive: true };

test('shows toasts in the order in which they came', () => {
  const store = createToastStore();
  store.show(words);
  store.show({ ...words, title: 'Message sent!' });
  expect(store.read().map(({ title }) => title)).toEqual(['Error', 'Message sent!']);
});

test('dismisses the one that is meant, once', () => {
  const store = createToastStore();
  const first = store.show(words);
  const second = store.show(words);
  store.dismiss(first);
  store.dismiss(first);
  store.dismiss(undefined);
  expect(store.read().map(({ id }) => id)).toEqual([second]);
});

test('tells its listeners of every change, and gives React a stable snapshot in between', () => {
  const store = createToastStore();
  let calls = 0;
  const stop = store.subscribe(() => {
    calls += 1;
  });
  const id = store.show(words);
  expect(store.read()).toBe(store.read());
  store.dismiss(id);
  store.dismiss(id);
  expect(calls).toBe(2);
  stop();
  store.show(words);
  expect(calls).toBe(2);
});
