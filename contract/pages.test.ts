import { expect, test } from 'vitest';
import { hashScrollDelayMs, scrollToBottomDelayMs } from './pages.ts';

test('the scrolls wait as long as section 9 of the specification says', () => {
  // A browser's tests only see that they wait about so long: busy machines fire timers late.
  expect({ scrollToBottomDelayMs, hashScrollDelayMs }).toEqual({
    scrollToBottomDelayMs: 150,
    hashScrollDelayMs: 500,
  });
});
