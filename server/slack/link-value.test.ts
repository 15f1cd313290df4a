import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedSubmission } from '#test/sample-submissions.ts';
import { composeMessage } from './compose-message.ts';

/** The elements of the website's row: its value is what the message shows, and links if it does. */
function websiteElement(website: string): { type: string; text: string; url?: string } {
  const payload = composeMessage([storedSubmission({ kind: 'venue', fields: { website } })], {
    timeZone: 'UTC',
  });
  const [, rows] = payload.blocks as unknown as [
    unknown,
    { elements: [{ elements: { type: string; text: string; url?: string }[] }] },
  ];
  const { elements } = rows.elements[0];
  const label = elements.findIndex(({ text }) => text === '\nWebsite: ');
  const value = elements[label + 1];
  if (value === undefined) throw new Error('The message has no website.');
  return value;
}

describe('a website', () => {
  test.each([
    ['https://bar.example/menu?a=1&b=2', 'https://bar.example/menu?a=1&b=2'],
    ['HTTPS://Bar.Example', 'https://bar.example/'],
    ['https://%65vil.example/', 'https://evil.example/'],
    ['https://bank.example\u2044login.evil.example/', 'https://bank.xn--'],
    ['https://bank.example\u2215login.evil.example/', 'https://bank.xn--'],
    ['https://b\u0430nk.example/', 'https://xn--bnk-6cd.example/'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://bar.example/\u3164\u2044', 'https://bar.example/%E3%85%A4%E2%81%84'],
    ['https://bank.example\u3164.evil.example/', 'https://bank.example.evil.example/'],
    ['https://bar.example\\@evil.example', 'https://bar.example/@evil.example'],
  ])('%j is linked under the address it leads to, or not at all', (website, shown) => {
    const { type, text, url } = websiteElement(website);
    if (type === 'link') expect([text, text.startsWith(shown)]).toEqual([url, true]);
    else expect([type, text, url]).toEqual(['text', website, undefined]);
  });

  test.each([
    'https://0x7f.1/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost',
    'HTTPS:///evil.example',
    'https:\\\\evil.example',
    'https:evil.example',
    'https://bank.example@evil.example',
    'https://bar.example|text>',
    'https://bar\u202e.example',
    'javascript:alert(1)',
    'www.bar.example',
    'ftp://bar.example',
    'not an address',
  ])('%j is shown as text', (website) => {
    expect(websiteElement(website).type).toBe('text');
  });

  test('never leads elsewhere than it says, whatever was typed', () => {
    const pieces = [
      'https://',
      'bank.example',
      'evil.example',
      '/',
      '\\',
      '@',
      '%65',
      '\u2044',
      '\u3164',
      '\u0430',
    ].concat([
      '\u2215',
      '\u200b',
      '\uff0e',
      '。',
      ':443',
      '?',
      '#',
      '.',
      '0x7f',
      ' ',
      'ß',
      '\u2060',
      '[::1]',
    ]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }), (parts) => {
        const { type, text, url } = websiteElement(`https://${parts.join('')}`);
        if (type !== 'link') return;
        expect(text).toBe(url);
        expect(text).toMatch(/^[!-~]+$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
