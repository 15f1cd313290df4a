import { defineCommand } from './command.ts';
import { moveFromQuarantine, quarantineOptions } from './quarantine.ts';

export const discard = defineCommand({
  summary: 'Discard quarantined or parked submissions: they stay stored and are never sent',
  positionals: 'ID…',
  options: quarantineOptions,
  printsJson: true,
  details: '"release ID" undoes it; "prune" deletes discarded submissions when they are old.',
  examples: ['17', '17 18 23', '--all --yes'],
  run: (values, positionals, context) =>
    moveFromQuarantine(
      { verb: 'Discard', done: 'discarded', move: (store, which) => store.discard(which) },
      values,
      positionals,
      context,
    ),
});
