import { expect, test } from 'vitest';
import { createOwnVersions } from './own-versions.ts';
import type { NewDecision } from './pending-decisions.ts';

const decision = (decisionId: string, version: number, id = 'ada'): NewDecision => ({
  decisionId,
  subject: { id, name: 'Ada', state: 'new', version },
  to: 'invited',
});

test('a decision that was pressed before the last one was answered names the version of that one', () => {
  const versions = createOwnVersions();
  const [first, second, third] = [decision('1', 4), decision('2', 4), decision('3', 4)];
  expect(versions.seenBy(first)).toBe(4);
  versions.stored(first);
  expect(versions.seenBy(second)).toBe(5);
  versions.stored(second);
  expect(versions.seenBy(third)).toBe(6);
  expect(versions.seenBy(decision('4', 4, 'bo')), 'of others it says nothing').toBe(4);
});

test('what was not stored leads nowhere, and what is sent again names what it named', () => {
  const versions = createOwnVersions();
  const [first, second] = [decision('1', 0), decision('2', 0)];
  versions.seenBy(first);
  expect(versions.seenBy(second), 'the first was overtaken, and so is this').toBe(0);
  versions.stored(second);
  expect(versions.seenBy(second)).toBe(0);
  versions.stored(second);
  expect(versions.seenBy(decision('3', 0))).toBe(1);
});
