import { expect, test } from 'vitest';
import { createPeopleSteps } from '#test/people-steps.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import { followToEnd } from './follow-to-end.ts';

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
    await followToEnd(operator);
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
    expect(await found('"*&|! \' \\')).toBe('abc');
    expect(await found('wine nobody')).toBe('');
    expect(await operator.countPeople({ text: 'ann', kinds: ['venue'] }, true)).toEqual({
      states: { new: 1 },
      isAtLeast: false,
    });
  });

  test('finds the same in a list that is too long to gather, whether each word is frequent or rare', async () => {
    const most = 4;
    const operator = await fixture.openOperator({ mostGathered: most });
    const bios = ['wine brunch', 'wine ramen', 'winery brunch', 'ramen', 'wine brunchy ramen', 'zebra wine'];
    for (let index = 0; index < 18; index += 1)
      await accept(`${String.fromCharCode(97 + index)}@example.com`, {
        fields: { bio: bios[index % 6] ?? '', city: index % 2 === 0 ? 'Perth' : 'Hobart' },
      });
    await followToEnd(operator);
    const whole = await fixture.openOperator();
    const texts = [
      'wine',
      'win',
      'wi',
      'w',
      'wine brunch',
      'zebra',
      'wine zebra',
      'ramen winery',
      'x',
      'wine x',
    ];
    for (const text of texts) {
      for (const filter of [{ text }, { text, city: 'Perth' }, { text, state: 'shortlisted' }] as const) {
        for (const sort of ['newest', 'name'] as const)
          expect(await readNames(operator, filter, sort), `${text}, ${sort}`).toBe(
            await readNames(whole, filter, sort),
          );
        const all = await whole.countPeople(filter, true);
        expect(await operator.countPeople(filter, true), text).toEqual(all);
        const count = all.states.new ?? 0;
        const counted = await operator.countPeople(filter, false);
        expect(counted, text).toEqual(
          counted.isAtLeast && count >= most ? { states: { new: most }, isAtLeast: true } : all,
        );
        expect(await operator.countArrivals(filter, 0), text).toBe(
          Math.min('state' in filter ? 0 : count, most),
        );
      }
    }
    expect(await operator.countPeople({ text: 'wine' }, false)).toEqual({
      states: { new: most },
      isAtLeast: true,
    });
  });

  test('of a person with very many applications the newest are searched, and all are counted', async () => {
    const operator = await fixture.openOperator();
    await accept('a@example.com', { fields: { bio: 'firstword' } });
    await Promise.all(
      Array.from({ length: 55 }, () => accept('a@example.com', { fields: { bio: 'often' } })),
    );
    await followToEnd(operator);
    expect(await readNames(operator, { text: 'often' })).toBe('a');
    expect(await readNames(operator, { text: 'firstword' })).toBe('');
    const { rows } = await operator.readPeople({ filter: {}, sort: 'newest', after: null, limit: 9 });
    expect(rows).toMatchObject([{ applications: 56, record: { sequence: 56 } }]);
  });
});
