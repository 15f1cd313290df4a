import { describe, expect, test } from 'vitest';
import { findClosestName } from './closest-name.ts';

describe('the closest name', () => {
  const known = ['SLACK_WEBHOOK_URL', 'SITE_URL', 'PORT', 'HOST'];
  test.each([
    ['SLACK_WEBHOK_URL', 'SLACK_WEBHOOK_URL'],
    ['SLACK_WEBHOOK_ULR', 'SLACK_WEBHOOK_URL'],
    ['slack_webhook_url', 'SLACK_WEBHOOK_URL'],
    ['SITE-URL', 'SITE_URL'],
    ['PROT', 'PORT'],
    ['POR', 'PORT'],
    ['HST', 'HOST'],
    ['PATH', null],
    ['URL', null],
    ['DATABASE_URL', null],
  ])('to %s is %s', (name, closest) => {
    expect(findClosestName(name, known)).toBe(closest);
  });

  test('is the one with the fewest edits', () => {
    expect(findClosestName('expert', ['export', 'expire'])).toBe('export');
    expect(findClosestName('export', ['expert', 'export'])).toBe('export');
  });
});
