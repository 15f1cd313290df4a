import { addInvitedPerson } from '#test/invited-person.ts';
import { expect, test } from './fixtures.ts';

test('an invitation is answered by a press, and by another press otherwise', async ({
  visitor,
  testSite,
}) => {
  await using invited = await addInvitedPerson(testSite.program);
  await visitor.open(invited.path);
  await visitor.fill({ sentence: 'With a friend.' });
  await visitor.click({ role: 'button', name: "I'm coming" });
  await visitor.waitUntil('it says what was taken', () => visitor.reads("You're coming."));
  expect(await visitor.address()).toBe(invited.path);
  await visitor.click({ role: 'button', name: 'Not now' });
  await visitor.waitUntil('it says what was taken then', () => visitor.reads('Not now, then.'));
  expect(await invited.readAnswers()).toEqual(['coming', 'not-now']);
});
