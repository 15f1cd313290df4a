import { type ConsoleSite, fillSite, inTwoDays, startConsoleSite } from '#test/browser/console-site.ts';
import { startPostgres } from '#test/postgres.ts';
import { findPostgres } from '../../scripts/postgres.ts';
import type { Engine } from './engine.ts';
import { expect, test } from './fixtures.ts';
import { createVisitor, type Visitor } from './visitor.ts';

interface Walk {
  engine: Engine;
  visitor: Visitor;
  site: ConsoleSite;
}

const textOf = (engine: Engine, selector: string) =>
  engine.evaluate(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`);
const shows = (engine: Engine, selector: string, text: string | RegExp) =>
  expect.poll(() => textOf(engine, selector)).toMatch(text);
const row = (name: string) => `tr:has(a[href*="/applicants/"]):nth-of-type(${name})`;
const rowsOf = (engine: Engine) =>
  expect.poll(() => engine.evaluate("document.querySelectorAll('tr[data-id]').length"));
/** As a link to the view does. */
const show = (engine: Engine, view: string) => engine.evaluate(`location.hash = ${JSON.stringify(view)}`);
const check = (visitor: Visitor, label: string) =>
  visitor.waitUntil(`a box "${label}"`, () =>
    visitor.evaluate((text) => {
      const boxes = document.querySelectorAll<HTMLInputElement>('input[type=checkbox]');
      const nameOf = (box: HTMLInputElement) => box.ariaLabel ?? box.labels?.[0]?.textContent ?? '';
      const box = [...boxes].find((each) => nameOf(each).includes(text));
      if (box?.checked === false) box.click();
      return box?.checked === true;
    }, label),
  );
/** Pickers of days and hours differ between the engines, and what they take does not. */
const choose = (engine: Engine, selector: string, value: string) =>
  engine.evaluate(`(() => {
    const field = document.querySelector(${JSON.stringify(selector)});
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)});
    field.dispatchEvent(new Event(field.localName === 'select' ? 'change' : 'input', { bubbles: true }));
  })()`);
const click = (visitor: Visitor, name: string, within?: string) =>
  visitor.click({ role: 'button', name, ...(within && { within }) });

async function sendOthers(site: ConsoleSite): Promise<void> {
  await site.apply('contact', { name: 'Lee Sender', message: 'A table for the press?' });
  for (const name of ['Spam One', 'Spam Two']) await site.apply('creator', { name, tableNote: 'filled' });
}

async function walkLists({ engine, visitor }: Walk): Promise<void> {
  await shows(engine, row('1'), 'Ada Nguyen');
  expect(await engine.evaluate('location.hash')).toBe('#/applicants');
  await engine.type('jjs');
  await shows(engine, row('2'), 'Shortlisted');
  await shows(engine, '.notice', 'Ivo Marsh: shortlisted.');
  await engine.type('u');
  await shows(engine, row('2'), 'New');

  await engine.type('/');
  await engine.type('chlo mar');
  // Half of it finds her too.
  await expect.poll(() => engine.evaluate('location.hash')).toContain('text=chlo+mar');
  await rowsOf(engine).toBe(1);
  await shows(engine, row('1'), 'Chloé Marsh');
  await engine.evaluate('document.activeElement.blur()');
  await show(engine, '/applicants?city=hobart&sort=name&columns=email,handle');
  await rowsOf(engine).toBe(3);
  await shows(engine, row('1'), 'Giang Silva');
  await shows(engine, 'thead', /Email\s+Handle\s*$/);

  await check(visitor, 'Select Giang');
  await check(visitor, 'Select Hana');
  await engine.type('i');
  await shows(engine, 'dialog[open]', 'Giang Silva, Hana Reid');
  await engine.press('Enter');
  await shows(engine, '.notice', '2: invited.');
  await engine.type('u');
  await shows(engine, '.notice', 'Undone. 2: as before.');
}

async function walkPerson({ engine, visitor, site }: Walk): Promise<void> {
  const name = 'Pia Refused';
  site.slack.setFaultFor((payload) =>
    payload.includes(name) ? { kind: 'refused', code: 'invalid_payload' } : null,
  );
  await site.apply('creator', { name });
  await expect.poll(() => site.run('held', '--state', 'parked', '--json')).toContain(name);
  await show(engine, '/held?state=parked');
  await shows(engine, '.held', 'Slack could not read the message.');
  await visitor.click({ role: 'link', name });
  await shows(engine, '.delivery', 'parked');
  site.slack.setFaultFor(null);
  await click(visitor, 'Retry', '.delivery');
  await shows(engine, '.delivery', 'delivered');

  await engine.evaluate("document.querySelector('textarea').focus()");
  await engine.type('Knows the chef');
  await click(visitor, 'Add note');
  await shows(engine, 'blockquote', 'Knows the chef');
  expect(await engine.evaluate("document.querySelector('.button[href^=mailto]').href")).toBe(
    'mailto:piarefused@example.com',
  );
  await click(visitor, 'More');
  await click(visitor, 'Erase…');
  await shows(engine, 'dialog[open] .plan', /1 submission, 0 decisions, 1 note/);
  await engine.evaluate("document.querySelector('dialog[open] input').focus()");
  await engine.type('erase');
  await engine.press('Enter');
  await shows(engine, '.notice', 'Erased: 1 submission');
}

/** More than one page shows: everyone who matches is chosen, told in two days, and taken back. */
async function walkWave({ engine, visitor, site }: Walk): Promise<void> {
  const apply = (index: number) =>
    site.apply('creator', { name: `Wave ${index}`, city: 'Waveton', email: `wave-${index}@example.com` });
  await Promise.all(Array.from({ length: 102 }, (_, index) => apply(index)));
  await show(engine, '/applicants?city=waveton');
  await shows(engine, '.page-total', '102 applicants');
  await check(visitor, 'Select all shown');
  await click(visitor, 'Select all 102 that match');
  await engine.type('i');
  await shows(engine, 'dialog[open] .numbers', /Waveton\s+102\s+0/);
  await choose(engine, 'dialog[open] select', 'timed');
  await choose(engine, 'dialog[open] input[type=datetime-local]', '2020-01-01T10:00');
  await click(visitor, 'Invite 102 applicants', 'dialog[open]');
  await shows(engine, 'dialog[open] [role=alert]', /\S/);
  await choose(engine, 'dialog[open] input[type=datetime-local]', inTwoDays());
  await click(visitor, 'Invite 102 applicants', 'dialog[open]');
  await shows(engine, 'dialog[open]', /102 letters go on \d+ \w+, 10:00/);
  await click(visitor, 'Yes, invite all 102', 'dialog[open]');
  await shows(engine, '.notice', /102: invited, will be told on \d+ \w+, 10:00/);
  await shows(engine, row('1'), 'will be told on');
  await engine.type('u');
  await shows(engine, '.notice', 'Undone. 102: as before.');
}

async function walkMessagesAndHeld({ engine, visitor }: Walk): Promise<void> {
  await show(engine, '/messages');
  await rowsOf(engine).toBe(1);
  await engine.type('j');
  await engine.press('Enter');
  await shows(engine, '.application', 'A table for the press?');
  await engine.type('a');
  await shows(engine, '.person-facts', 'Answered');

  await show(engine, '/held');
  await shows(engine, '.held', 'A field that no person sees was filled in.');
  await check(visitor, 'Spam One');
  await click(visitor, 'Release', '.selection');
  await shows(engine, '.notice', '1 submission released.');
  await expect.poll(() => textOf(engine, '.held')).not.toContain('Spam One');
  await check(visitor, 'Spam Two');
  await click(visitor, 'Discard…', '.selection');
  await click(visitor, 'Discard 1 submission', 'dialog[open]');
  await shows(engine, '.notice', '1 submission discarded.');
}

async function walkOverview({ engine, visitor }: Walk): Promise<void> {
  await show(engine, '/overview');
  await expect.poll(() => engine.evaluate("document.querySelectorAll('.chart-bars rect').length")).toBe(2);
  await shows(engine, '.overview-cities', 'Hobart');
  await visitor.click({ role: 'link', name: 'All' });
  await shows(engine, '.states [aria-current]', /^All$/);
  await engine.evaluate("document.querySelector('summary').click()");
  await shows(engine, '.chart table', 'Creators');
  // All that this walk decided was undone, and counts for nobody.
  await shows(engine, '[aria-labelledby=reviewers-title]', 'By reviewer');
  await shows(engine, '[aria-labelledby=sending-title]', 'Waiting');
}

/** The last: a download opens a panel of Firefox, which takes the keyboard. */
async function walkExport({ engine, visitor }: Walk): Promise<void> {
  await show(engine, '/applicants?city=hobart');
  await rowsOf(engine).toBe(3);
  await click(visitor, 'Export');
  await click(visitor, 'What they sent, for a partner');
  await shows(engine, '.notice', '3 applicants exported.');
}

for (const store of ['SQLite', 'Postgres'] as const) {
  test(`the console on ${store}, from a sign-in link: lists, a person, a wave, messages, what is held, the overview`, async ({
    engine,
  }) => {
    const isHere = store === 'SQLite' || findPostgres() !== null || process.env['CI'] !== undefined;
    test.skip(!isHere, 'this machine has no Postgres');
    const postgres = store === 'Postgres' ? await startPostgres() : null;
    const site = await startConsoleSite({
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'list@waitlist.example',
      ...(postgres && { DATABASE_URL: await postgres.createDatabase() }),
    });
    try {
      await sendOthers(site);
      await fillSite(site);
      await engine.startAnew();
      await engine.resize({ width: 1280, height: 800 });
      await engine.goto(await site.signInLink());
      const walk = { engine, site, visitor: createVisitor(engine, site.url) };
      await click(walk.visitor, 'Sign in to the console');
      await walkLists(walk);
      await walkPerson(walk);
      await walkWave(walk);
      await walkMessagesAndHeld(walk);
      await walkOverview(walk);
      await walkExport(walk);
      expect(engine.consoleProblems()).toEqual([]);
    } finally {
      await site.close();
      await postgres?.stop();
    }
  });
}
