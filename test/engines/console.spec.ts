import { fillSite } from '#test/browser/console-people.ts';
import { startConsoleSite } from '#test/browser/console-site.ts';
import type { Engine } from './engine.ts';
import { expect, test } from './fixtures.ts';

const textOf = (engine: Engine, selector: string) =>
  engine.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
const row = (name: string) => `tr:has(a[href*="/applicants/"]):nth-of-type(${name})`;

test('the console by keyboard: from a sign-in link to an undone decision, a person and the overview', async ({
  engine,
}) => {
  const site = await startConsoleSite();
  try {
    await fillSite(site);
    await engine.startAnew();
    await engine.goto(await site.signInLink());
    await expect.poll(() => textOf(engine, row('1'))).toContain('Ada Nguyen');
    expect(await engine.evaluate('location.hash')).toBe('#/applicants');

    await engine.type('jjs');
    await expect.poll(() => textOf(engine, row('2'))).toContain('Shortlisted');
    await expect.poll(() => textOf(engine, '.notice')).toContain('Ivo Marsh: shortlisted.');
    await engine.type('u');
    await expect.poll(() => textOf(engine, row('2'))).toContain('New');

    await engine.type('o');
    await expect.poll(() => textOf(engine, 'h1')).toBe('Ivo Marsh');
    await expect.poll(() => engine.evaluate('document.activeElement.tagName')).toBe('H1');
    await engine.evaluate("location.hash = '/overview'");
    await expect.poll(() => engine.evaluate("document.querySelectorAll('.chart-bars rect').length")).toBe(2);
    await expect.poll(() => textOf(engine, '.cities')).toContain('Hobart');
    expect(engine.consoleProblems()).toEqual([]);
  } finally {
    await site.close();
  }
});
