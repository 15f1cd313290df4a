import { describe, expect, test } from 'vitest';
import { formatHandle, placeholderHandle } from '#site/islands/live-card/live-card.ts';

describe('the handle on the card', () => {
  test('gets its @ when it is typed without one', () => {
    expect(formatHandle('mara.eats')).toBe('@mara.eats');
  });

  test('keeps a single @, without the space around it', () => {
    expect(formatHandle('  @@mara.eats ')).toBe('@mara.eats');
  });

  test('is the unsigned one while nothing, or only an @, is typed', () => {
    expect(formatHandle('  ')).toBe(placeholderHandle);
    expect(formatHandle('@')).toBe(placeholderHandle);
  });
});
