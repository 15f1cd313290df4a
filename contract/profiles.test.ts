import { expect, test } from 'vitest';
import { profilesOf, shownHandle } from './profiles.ts';

const mia = {
  instagram: 'https://www.instagram.com/mia.eats/',
  tiktok: 'https://www.tiktok.com/@mia.eats',
};

test.each([
  '@mia.eats',
  'mia.eats',
  ' @@mia.eats ',
  '＠mia.eats',
  '＠ｍｉａ．ｅａｔｓ',
  'https://www.instagram.com/mia.eats?igsh=MTc4',
  'instagram.com/mia.eats/',
  'instagram.com/@mia.eats',
  '@https://m.instagram.com/mia.eats/?hl=en',
  'HTTPS://INSTAGRAM.COM/mia.eats/reel/Cxyz/',
  'https://instagram.com/_u/mia.eats/',
  'https://instagram.com/stories/mia.eats/3141592653589793238/?utm_source=ig_story_item_share',
  'https://instagr.am/mia.eats',
  'https://m.tiktok.com/@mia.eats?lang=en',
  'tiktok.com/%40mia.eats',
  'https://www.tiktok.com/@mia.eats/video/7#comments',
])('%s is mia.eats, with the profiles of that name', (handle) => {
  expect(profilesOf(handle)).toEqual(mia);
  expect(shownHandle(handle)).toBe('@mia.eats');
});

test.each([
  '',
  'mia eats',
  '@mia, @ada',
  'https://www.instagram.com/',
  'https://www.instagram.com/p/abc/',
  'https://www.instagram.com/reel/abc/',
  'https://www.instagram.com/reels/abc/',
  'https://www.instagram.com/tv/abc/',
  'https://www.instagram.com/explore/tags/sydney/',
  'https://www.instagram.com/share/BAxyz_1/',
  'https://www.instagram.com/share/reel/BAxyz_1/',
  'https://www.instagram.com/s/aGlnaGxpZ2h0OjE3?story_media_id=1_2',
  'https://www.instagram.com/accounts/edit/',
  'https://www.instagram.com/Accounts/login/?next=/mia.eats/',
  'https://www.instagram.com/stories/highlights/17/',
  'https://www.instagram.com/stories/',
  'https://www.instagram.com/_u/',
  'https://www.instagram.com/_n/mainfeed',
  'https://www.instagram.com/direct/inbox/',
  'instagr.am/p/abc',
  'instagram.com',
  'www.tiktok.com',
  '@accounts',
  'https://vm.tiktok.com/ZMabc/',
  'https://vt.tiktok.com/ZSabc/',
  'https://www.tiktok.com/t/ZTabc/',
  'https://www.tiktok.com/discover/mia',
  'instagram.com/mia tiktok.com/@ada',
  'instagram.com/mia\u0301',
  'https://evil.example/@mia.eats',
  'https://evil.example/instagram.com/mia',
  'https://notinstagram.com/mia',
  'javascript:alert(1)',
  'm\u0456a',
  '\u202emia',
  'mia\u200b',
  '../mia',
  '@',
  'x'.repeat(31),
  `instagram.com/${'x'.repeat(31)}`,
  `mia${'\u0301'.repeat(200)}`,
])('%j is nobody’s name, and stands as it was typed', (handle) => {
  expect(profilesOf(handle)).toBeNull();
  expect(shownHandle(handle)).toBe(handle);
});

test('a name has at most 30 characters', () => {
  expect(shownHandle('x'.repeat(30))).toBe(`@${'x'.repeat(30)}`);
});
