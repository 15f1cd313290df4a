import { defineCommand } from './command.ts';
import { moveFromQuarantine, quarantineOptions } from './quarantine.ts';

export const release = defineCommand({
  summary: 'Release what is quarantined, discarded or parked: the messages are sent to Slack',
  positionals: 'ID…',
  options: quarantineOptions,
  printsJson: true,
  details:
    '"list --state quarantined" lists them. A discarded or parked one can be released by its ID, too. The running server sends within five seconds, several submissions in one message.',
  examples: ['17', '17 18 23', '--all'],
  run: (values, positionals, context) =>
    moveFromQuarantine(
      { verb: 'Release', done: 'released', move: (store, which) => store.release(which) },
      values,
      positionals,
      context,
    ),
});
