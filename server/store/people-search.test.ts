import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '#contract/fold.ts';
import { claimOne, park } from '#test/job-claims.ts';
import { createPeopleSteps } from '#test/people-steps.ts';
import { ada, newDecision } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';

describeOnEachEngine('the search in the list of people', (fixture) => {
  const { accept, readNames } = createPeopleSteps(fixture);

  test('finds the beginning of every word of any application, whatever its case and accents', async () => {
    const operator = await fixture.openOperator();
    await accept('anna.lind@example.com', {
      fields: { name: 'Anna Lindström', city: 'Zürich', bio: 'Brunch, natural wine & ramen' },
    });
    await accept('anna.lind@example.com', {
      fields: { name: 'Anna Lindström', city: 'Zürich', handle: '@anna_eats', bio: '東京 coffee' },
    });
    await accept('bob@example.com', {
      kind: 'venue',
      fields: { venueName: 'Bar Annabelle', message: 'Wine bar' },
    });
    await accept('c@example.com', { fields: { name: "O'Neil \"*&|!' ", bio: 'x\u0000y' } });
    const found = (text: string) => readNames(operator, { text }, 'oldest');
    expect(await found('ANNA')).toBe('ab');
    expect(await found('wine ann')).toBe('ab');
    expect(await found('zurich')).toBe('a');
    expect(await found('lindstrom brun')).toBe('a');
    expect(await found('anna.lind@exam')).toBe('a');
    expect(await found('@anna_eats')).toBe('a');
    expect(await found('東京')).toBe('a');
    expect(await found('belle')).toBe('');
    expect(await found("o'neil")).toBe('c');
    expect(await found('"*&|! \' ')).toBe('c');
    expect(await found('wine nobody')).toBe('');
    expect(await operator.countApplicants({ text: 'ann', kinds: ['venue'] })).toEqual({
      states: { new: 1 },
    });
  });

  test.each([
    ['orsted', 'Ørsted'],
    ['dang', 'Đặng'],
    ['yilmaz', 'Yılmaz'],
    ['strasse', 'Straße'],
    ['STRASSE', 'straße'],
    ['lodz', 'Łódź'],
    ['aether', 'Æther'],
  ])('%s finds %s, and the other way round', async (plain, written) => {
    const operator = await fixture.openOperator();
    await accept('a@example.com', { fields: { name: written } });
    await accept('b@example.com', { fields: { name: plain } });
    for (const text of [plain, written]) expect(await readNames(operator, { text }, 'oldest')).toBe('ab');
  });

  test('finds what people paste: numbers, ids, addresses, profiles, telephone numbers and words of notes', async () => {
    const operator = await fixture.openOperator();
    const phone = '0400 123 456';
    await accept('anne@example.com', { fields: { bio: `Call ${phone}`, handle: '@mia.eats' } });
    await accept('b@example.com', { fields: { bio: '+61-400-123-456, 3 bars' } });
    const { id } = await fixture.store.accept(
      newSubmission({ fields: { name: 'c', email: 'c@example.com' } }),
    );
    await accept('c@example.com', { fields: { name: 'c' } });
    await fixture.store.addNote({ id: randomUUID(), about: { id }, actor: ada, text: 'Call on #tuesday' });
    await fixture.store.decide(
      newDecision({ id }, { note: 'Wants the mezzanine', seenVersion: 0, seenNewest: 4 }),
    );
    const found = (text: string) => readNames(operator, { text }, 'oldest');
    for (const text of ['#3', 'No. 3', 'no 3', id, id.toUpperCase(), '#tuesday', 'mezz'])
      expect(await found(text), text).toBe('c');
    expect(await found('3')).toBe('bc');
    for (const text of [
      'mailto:anne@example.com?subject=x',
      'https://www.instagram.com/mia.eats?igsh=1',
      phone,
      '0400123456',
    ])
      expect(await found(text), text).toBe('a');
    expect(await found('+61 400 123 456')).toBe('b');
    expect(await found('#99')).toBe('');
    // What is kept when an application goes.
    await park(fixture.store, await claimOne(fixture.store, { digestAbove: 0 }), 'slack_invalid_blocks 400');
    expect(await fixture.store.discard({ ids: [id] })).toBe(1);
    expect(await found('tuesday mezzanine')).toBe('c');
  });

  test('finds what contains a sign or an emoji, where there is no word to look for', async () => {
    const operator = await fixture.openOperator();
    await accept('a@example.com', { fields: { bio: '50% more 🎉' } });
    await accept('b@example.com', { fields: { bio: 'It\'s \\ & "so"' } });
    const found = (text: string) => readNames(operator, { text }, 'oldest');
    for (const text of ['%', '🎉', ' 🎉 % ']) expect(await found(text), text).toBe('a');
    for (const text of ["'", '\\', '"', '&', '" \\']) expect(await found(text), text).toBe('b');
    for (const text of ['🍕', '%&', '\u200d']) expect(await found(text), text).toBe('');
    expect(await found('@')).toBe('ab');
  });

  test('finds 64 KiB of the words of somebody who applied very often, the first ones, and everybody else', async () => {
    const operator = await fixture.openOperator();
    let number = 20_000;
    // The longest that is indexed, three bytes a letter; the later, the earlier in an index.
    const nextWord = () => {
      number -= 1;
      return String(number)
        .padStart(40, '0')
        .replace(/\d/g, (digit) => String.fromCodePoint(0x4e00 + Number(digit)));
    };
    // 73 kB; with the space before it a word takes 121 bytes, of which 541 have room beside the email.
    const words = Array.from({ length: 5 }, () => Array.from({ length: 121 }, nextWord));
    const [ofOther, ofNobody] = [nextWord(), nextWord()];
    for (const each of words) await accept('a@example.com', { fields: { bio: each.join(' ') } });
    await accept('b@example.com', { fields: { bio: ofOther } });
    const found = (text = '') => readNames(operator, { text }, 'oldest');
    for (const each of words.slice(0, 4)) expect(await found(each[120])).toBe('a');
    expect([await found(words[4]?.[56]), await found(words[4]?.[57])]).toEqual(['a', '']);
    expect([await found(ofOther), await found(ofNobody)]).toEqual(['b', '']);

    await operator.erase('a@example.com');
    for (const each of words) expect(await found(each[0])).toBe('');
    expect(await found(ofOther)).toBe('b');
  });
});

describeOnEachEngine('cities', (fixture) => {
  const { accept, decide, readNames } = createPeopleSteps(fixture);

  test('are one whether a state, a postcode or a country stands behind them, in the spelling used most', async () => {
    const operator = await fixture.openOperator();
    const written = [
      'Melbourne, VIC',
      'melbourne',
      'Melbourne',
      'MELBOURNE VIC 3000',
      'Melbourne',
      'Sydney NSW',
    ];
    const others = [
      'sydney',
      'Sydney (NSW)',
      'Sydney, Australia',
      'Perth Western Australia',
      'Victoria',
      'Nhill',
    ];
    for (const [index, city] of [...written, ...others].entries())
      await accept(`${String.fromCharCode(97 + index)}@example.com`, { fields: { city } });
    for (const city of ['Melbourne', 'melbourne, victoria', 'Melbourne VIC'])
      expect(await readNames(operator, { city }, 'oldest')).toBe('abcde');
    expect(await readNames(operator, { city: 'SYDNEY' }, 'oldest')).toBe('fghi');
    expect(await readNames(operator, { city: 'perth wa' }, 'oldest')).toBe('j');
    const { cities } = await operator.readOverview(0);
    expect(cities.map(({ city, count }) => [city, count]).slice(0, 1)).toEqual([['Melbourne', 5]]);
    expect(cities.map(({ count }) => count)).toEqual([5, 4, 1, 1, 1]);
  });

  test('have creators on one side and venues on the other, whatever spelling of the city they use', async () => {
    const operator = await fixture.openOperator();
    const perth = [
      ['creator', 'Perth', null],
      ['creator', 'perth, WA', 'shortlisted'],
      ['creator', 'Perth', 'invited'],
      ['creator', 'PERTH', 'invited'],
      ['creator', 'Perth', 'invited'],
      ['creator', 'Perth', 'declined'],
      ['venue', 'Perth', null],
      ['venue', 'perth', 'invited'],
      ['venue', 'Perth', 'invited'],
      ['creator', 'Hobart', 'invited'],
    ] as const;
    for (const [index, [kind, city, state]] of perth.entries()) {
      const id = await accept(`${String.fromCharCode(97 + index)}@example.com`, { kind, fields: { city } });
      if (state !== null) await decide(id, state);
    }
    const { cities } = await operator.readOverview(0);
    const inPerth = {
      city: 'Perth',
      count: 9,
      creator: expect.objectContaining({ new: 1, shortlisted: 1, invited: 3 }),
      venue: expect.objectContaining({ new: 1, shortlisted: 0, invited: 2 }),
      creators: 6,
      venues: 3,
      creatorsPerVenue: 1.5,
    };
    expect(cities).toEqual([inPerth, expect.objectContaining({ city: 'Hobart', creatorsPerVenue: null })]);
  });
});

describeOnEachEngine('creators a venue', (fixture) => {
  const { accept, decide } = createPeopleSteps(fixture);

  test('are rounded to the nearest tenth, up and down', async () => {
    const inCity = async (city: string, kinds: readonly ('creator' | 'venue')[]) => {
      for (const [index, kind] of kinds.entries())
        await decide(await accept(`${index}@${city}.example`, { kind, fields: { city } }), 'invited');
    };
    await inCity('Perth', ['creator', 'creator', 'venue', 'venue', 'venue']);
    await inCity('Hobart', ['creator', 'venue', 'venue', 'venue']);
    const operator = await fixture.openOperator();
    const { cities } = await operator.readOverview(0);
    expect(cities.map(({ city, creatorsPerVenue }) => [city, creatorsPerVenue])).toEqual([
      ['Perth', 0.7],
      ['Hobart', 0.3],
    ]);
  });
});

describe('the spelling for comparing', () => {
  test('takes as long for marks, in any number and order, as for letters', () => {
    const marks = '\u0f73'.repeat(100_000) + '\u0334'.repeat(100_000);
    const startedAtMs = performance.now();
    expect(fold(`Zo${marks}e\u0308`)).toBe('zoe');
    // In the square of their number it took a minute.
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });

  test('is that of the letters without marks, however they are written', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('\u0f73', '\u0344', '\u0334', '\u0345', '\uff9e', '\u1e69', 'i', ' '),
      }),
    );
    fc.assert(
      fc.property(unit, (text) => {
        const decomposed = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
        expect(fold(text)).toBe(fold(decomposed));
      }),
    );
  });

  test('of the longest bio made of the longest ligature has at most four times its letters', () => {
    expect(fold('\ufdfa'.repeat(5_000)).length).toBeLessThanOrEqual(20_000);
  });
});
