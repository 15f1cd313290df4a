import { expect, test } from 'vitest';
import { describeDatabase, readDatabaseUrls } from './database-url.ts';

test('one host is one address, as it was written', () => {
  expect(readDatabaseUrls('postgres://entree:se@cret@db:5432/entree?sslmode=require')).toEqual([
    'postgres://entree:se@cret@db:5432/entree?sslmode=require',
  ]);
});

test('several hosts are one address each, with the same user, database and parameters', () => {
  expect(readDatabaseUrls('postgresql://u:p,q@one:5432,[::1]:5433,three/name?a=b')).toEqual([
    'postgresql://u:p,q@one:5432/name?a=b',
    'postgresql://u:p,q@[::1]:5433/name?a=b',
    'postgresql://u:p,q@three/name?a=b',
  ]);
});

test.each(['mysql://one/name', 'postgres//one', 'not a url', 'postgres://one:x,two/name', ''])(
  'anything else is refused: %s',
  (text) => {
    expect(readDatabaseUrls(text)).toBeNull();
  },
);

test('is described without user and password', () => {
  expect(describeDatabase('postgres://user:secret@one:5433,two/name')).toBe('one:5433,two:5432/name');
});
