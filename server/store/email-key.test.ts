import { describe, expect, test } from 'vitest';
import { emailKey } from './email-key.ts';

describe('the key of an email', () => {
  test.each([
    'jane@bücher.example',
    ' Jane@BÜCHER.example ',
    'jane@xn--bcher-kva.example',
    'jane@bücher。example',
    'jane@b\u00adücher.example\u200b',
  ])('%j is one mailbox', (email) => {
    expect(emailKey(email)).toBe('jane@xn--bcher-kva.example');
  });

  test.each([
    ['Ana@Example.com', 'ana@example.com'],
    ['a@b/ü', 'a@b/ü'],
    ['a@ü:80', 'a@ü:80'],
    ['\u212aate@example.com', '\u212aate@example.com'],
    ['a@\u200b', 'a@\u200b'],
    ['no mailbox', 'no mailbox'],
    ['a\0\ud800@b', 'a\ufffd@b'],
  ])('%j is kept as %j', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  test('look-alikes of other alphabets are other people', () => {
    expect(emailKey('a@еxample.com')).not.toBe(emailKey('a@example.com'));
  });
});
