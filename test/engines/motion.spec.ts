import { brand } from '#contract/brand.ts';
import { expect, test } from './fixtures.ts';
import { untilFormIsReached } from './waits.ts';

test.use({ lessMotion: false });

test("the page's own button asks for a smooth scroll, and the form is reached", async ({ visitor }) => {
  await visitor.open('/venues');
  await visitor.evaluate(() => {
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function (options) {
      if (typeof options === 'object') document.documentElement.dataset['asked'] = options.behavior;
      scrollIntoView.call(this, options);
    };
  });
  await visitor.click({ role: 'link', name: `Partner With ${brand.name}`, within: 'main' });
  await untilFormIsReached(visitor);
  expect(await visitor.evaluate(() => document.documentElement.dataset['asked'])).toBe('smooth');
});
