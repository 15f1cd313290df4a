import { expect, test } from 'vitest';
import { CommandError, UsageError } from './command.ts';
import { requireAddress } from './email-option.ts';

test.each([
  ' jane@example.com ',
  '\u202ajane@example.com\u202c',
  'jane\u200b@example.com\ufeff',
  'ja\u00adne@example.com',
  '\u001bjane@example.com',
])('what came along when an address was copied is left out: %j', (given) => {
  expect(requireAddress(given)).toBe('jane@example.com');
});

test.each([undefined, '', ' \u200b'])('none was given: %j', (given) => {
  expect(() => requireAddress(given)).toThrow(UsageError);
});

test.each(['jane', '@example.com', 'jane@', 'a b@example.com'])('%j is no whole address', (given) => {
  expect(() => requireAddress(given)).toThrow(CommandError);
});
