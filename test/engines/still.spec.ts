import { texts } from '#contract/texts.ts';
import { expect, test } from './fixtures.ts';
import { untilAtBottom } from './waits.ts';

test('with less motion asked for, nothing moves, and a choice on home jumps to the bottom', async ({
  visitor,
}) => {
  await visitor.open('/');
  expect(await visitor.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
  const running = await visitor.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
  );
  expect(running).toBe(0);
  await visitor.evaluate(() => {
    const places = new Set<number>();
    Object.assign(window, { places });
    addEventListener('scroll', () => places.add(scrollY));
  });
  await visitor.click({ role: 'button', name: texts.joinWaitlist, within: 'header' });
  await visitor.click({ role: 'menuitem', name: texts.joinAs.venue, within: 'header' });
  await untilAtBottom(visitor);
  const places = await visitor.evaluate(() => (window as unknown as { places: Set<number> }).places.size);
  expect(places, 'the places that it passed').toBeLessThanOrEqual(2);
});
