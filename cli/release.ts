import { defineCommand } from './command.ts';
import { moveFromQuarantine, quarantineOptions } from './quarantine.ts';

export const release = defineCommand({
  summary: 'Let submissions go from quarantine to Slack',
  positionals: 'ID…',
  options: quarantineOptions,
  printsJson: true,
  details:
    '"list --state quarantined" shows what is held. What was discarded can be released by its ID too.\nThe running server sends within five seconds, many in one message.',
  examples: ['17', '17 18 23', '--all'],
  run: (values, positionals, context) =>
    moveFromQuarantine(
      { verb: 'Release', done: 'released', move: (store, which) => store.release(which) },
      values,
      positionals,
      context,
    ),
});
