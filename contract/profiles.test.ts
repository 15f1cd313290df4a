import { expect, test } from 'vitest';
import { profilesOf } from './profiles.ts';

const mia = {
  instagram: 'https://www.instagram.com/mia.eats/',
  tiktok: 'https://www.tiktok.com/@mia.eats',
};

test.each([
  '@mia.eats',
  'mia.eats',
  'https://www.instagram.com/mia.eats?igsh=MTc4',
  'instagram.com/mia.eats/',
  'https://m.tiktok.com/@mia.eats?lang=en',
])('%s leads to the profiles of that name', (handle) => {
  expect(profilesOf(handle)).toEqual(mia);
});

test.each([
  '',
  'mia eats',
  '@mia, @ada',
  'https://www.instagram.com/p/abc/',
  'https://evil.example/@mia.eats',
  'javascript:alert(1)',
  'm\u0456a',
  '\u202emia',
  'mia\u200b',
  '../mia',
  '@',
  'x'.repeat(31),
  `mia${'\u0301'.repeat(200)}`,
])('%j stays text', (handle) => {
  expect(profilesOf(handle)).toBeNull();
});
