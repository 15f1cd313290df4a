import { creator, forms, type Typed } from '#test/browser/forms.ts';
import { expect, test } from './fixtures.ts';
import type { Line } from './line.ts';
import type { Visitor } from './visitor.ts';
import { valuesOf } from './waits.ts';

/** What else may happen to a form's markup before its scripts have come. Each runs in the page. */
const changes: Record<string, () => void> = {
  'a password manager puts an icon after each input': () => {
    for (const input of document.querySelectorAll('main form input')) {
      input.insertAdjacentHTML(
        'afterend',
        '<div data-lastpass-icon-root="" style="position:relative"></div>',
      );
    }
  },
  'a grammar tool puts its element after the text area': () => {
    document
      .querySelector('main form textarea')
      ?.insertAdjacentHTML(
        'afterend',
        '<grammarly-extension data-grammarly-shadow-root="true"></grammarly-extension>',
      );
  },
  'the browser translates the page': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.textContent?.trim() && !text.parentElement?.closest('script, style, textarea'))
        found.push(text as Text);
    }
    for (const text of found) {
      const outer = document.createElement('font');
      const inner = document.createElement('font');
      inner.textContent = `${text.textContent} (übersetzt)`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  },
  'one word is changed': () => {
    const label = document.querySelector('main form label');
    if (label?.firstChild) label.firstChild.textContent = 'Full name';
  },
};

const pagesWithForms = [
  ...forms.map(({ kind, path, person }) => ({ name: `the ${kind} form`, path, person })),
  { name: 'the form on home', path: '/', person: creator },
];

test.use({ expectedConsole: { anyOf: [/./] } });

/** Types into the form before its scripts come, and looks at it after. */
async function expectToKeep(visitor: Visitor, line: Line, path: string, typed: Typed, change?: () => void) {
  const release = line.hold(/\.js$/);
  await visitor.begin(path);
  if (change) await visitor.evaluate(change);
  // The last one keeps the focus, and a selection.
  const { name, ...rest } = typed;
  await visitor.fill({ ...rest, name });
  await visitor.evaluate(() => {
    document.querySelector<HTMLInputElement>('main [name=name]')?.setSelectionRange(2, 5);
  });
  release();
  await visitor.hydrated();
  expect(await valuesOf(visitor, Object.keys(typed))).toEqual(typed);
  expect(
    await visitor.evaluate(() => {
      const { name, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
      return { name, selectionStart, selectionEnd };
    }),
  ).toEqual({ name: 'name', selectionStart: 2, selectionEnd: 5 });
}

for (const { name, path, person } of pagesWithForms) {
  test(`${name} keeps what was typed before its scripts came`, ({ visitor, line }) =>
    expectToKeep(visitor, line, path, person()));
}

for (const [change, make] of Object.entries(changes)) {
  test(`a form keeps what was typed before its scripts came, also where ${change}`, ({ visitor, line }) =>
    expectToKeep(visitor, line, '/creators', creator(), make));
}
