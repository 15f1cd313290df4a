import { defineCommand } from './command.ts';
import { moveFromQuarantine, quarantineOptions } from './quarantine.ts';

export const discard = defineCommand({
  summary: 'Give up what is quarantined or parked: kept in the store, never sent',
  positionals: 'ID…',
  options: quarantineOptions,
  printsJson: true,
  details: '"release ID" takes it back; "prune" deletes it in time.',
  examples: ['17', '17 18 23', '--all --yes'],
  run: (values, positionals, context) =>
    moveFromQuarantine(
      { verb: 'Discard', done: 'discarded', move: (store, which) => store.discard(which) },
      values,
      positionals,
      context,
    ),
});
