import { describe, expect, test } from 'vitest';
import { pruneStyles } from './prune-styles.ts';

const page = '<html class="ink"><p class="lead md:w-1/2" id="top">Hello</p></html>';
const prune = (css: string, scripts = '') => pruneStyles(css, page, scripts);

describe('a rule stays', () => {
  test.each([
    ['for an element', 'p{color:red}'],
    ['for a class of the page', '.lead{color:red}'],
    ['for an id of the page', '#top{color:red}'],
    ['for a class with escaped characters', '.md\\:w-1\\/2{width:50%}'],
    ['when only an alternative names what is missing', '.lead:not(.gone){color:red}'],
    ['inside a query', '@media print{.lead{color:red}}'],
  ])('%s', (_, css) => expect(prune(css)).toBe(css));

  test('for a class that only a script names', () => {
    expect(prune('.toast{color:red}', 'className:`toast`')).toBe('.toast{color:red}');
  });

  test('for a class that only a script of the page itself names', () => {
    const late = `${page}<script>document.documentElement.className="plain"</script>`;
    expect(pruneStyles('.plain p{color:red}', late, '')).toBe('.plain p{color:red}');
  });
});

describe('what nothing can match goes', () => {
  test('a rule, and the query that it leaves empty', () => {
    expect(prune('@media print{.gone{color:red}}p{color:red}')).toBe('p{color:red}');
  });

  test("what is only part of a script's word", () => {
    expect(prune('.ring{color:red}', 'const label="string"; a.bordering()')).toBe('');
  });

  test('one selector of several', () => expect(prune('.lead,.gone{color:red}')).toBe('.lead{color:red}'));

  test('a variable that only an unused one reads', () => {
    expect(prune(':root{--a:1px;--b:var(--a);--c:2px}p{width:var(--c)}')).toBe(
      ':root{--c:2px}p{width:var(--c)}',
    );
  });

  test('keyframes that nothing plays', () => {
    expect(prune('@keyframes a{0%{top:0}}@keyframes b{0%{top:0}}p{animation:b 1s}')).toBe(
      '@keyframes b{0%{top:0}}p{animation:b 1s}',
    );
  });
});
