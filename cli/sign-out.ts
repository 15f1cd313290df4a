import { countOf } from '#contract/texts.ts';
import { CommandError, defineMachineCommand, UsageError } from './command.ts';

export const signOut = defineMachineCommand({
  summary: 'End sessions of the console, and sign-in links that were not used',
  options: {
    who: { value: 'NAME', about: 'of this account, address or name, as "sessions" lists it' },
    all: { about: 'of everybody' },
  },
  details:
    'The next click in the console asks to sign in again. To keep somebody out who signs in with the identity provider, remove them from ADMIN_EMAILS and start the server again: that ends their sessions too.',
  examples: ['--who grace@example.com', '--all'],
  async run({ who, all }, _positionals, context) {
    if ((who === undefined) === (all !== true)) throw new UsageError('Say whose: --who NAME, or --all.');
    const store = await context.openStore();
    const ended = await store.endSessions(who?.trim() ?? null);
    if (!context.json && ended.sessions + ended.links === 0 && who !== undefined)
      throw new CommandError(`${who} has no session and no link. "sessions" lists who has.`);
    await context.answer(
      ended,
      `${countOf(ended.sessions, 'session')} and ${countOf(ended.links, 'link')} ended.\n`,
    );
  },
});
