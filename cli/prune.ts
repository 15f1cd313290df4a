import { defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { count } from './records.ts';
import { formatTime, parseSince } from './time.ts';

/** Deleted in one transaction, so that the server's own writes come in between. */
const batchSize = 500;

export const prune = defineCommand({
  summary: 'Delete old submissions for good',
  options: {
    'older-than': { type: 'string', value: 'TIME', about: 'received before: 365d, 52w or 2025-11-01' },
    'dry-run': { type: 'boolean', about: 'only say how many' },
    yes: yesOption,
  },
  printsJson: true,
  details:
    'Delivered, discarded and quarantined ones go. What still waits for Slack or is parked stays: nobody has read it.',
  examples: ['--older-than 365d', '--older-than 365d --dry-run'],
  async run(values, _positionals, context) {
    const olderThan = values['older-than'];
    if (olderThan === undefined) throw new UsageError('Say how old: --older-than 365d.');
    const beforeMs = parseSince('older-than', olderThan, context.now);
    const store = await context.openStore();
    const { prunable, kept } = await store.countPrunable(beforeMs);
    const about = `${count(prunable, 'submission')} received before ${formatTime(beforeMs)}`;
    let deleted = 0;
    if (values['dry-run']) {
      if (!context.json) await context.print(`${about} would be deleted.\n`);
    } else if (prunable > 0) {
      await confirm(`Delete ${about} for good?`, values.yes, context);
      while (true) {
        const batch = await store.prune({ beforeMs, limit: batchSize });
        if (batch === 0) break;
        deleted += batch;
        context.progress(`${deleted.toLocaleString('en')} of ${prunable.toLocaleString('en')} deleted`);
      }
      context.progress(null);
      await store.scrub();
    }
    if (context.json) return context.printJson({ prunable, deleted, kept });
    if (!values['dry-run']) await context.print(`${count(deleted, 'submission')} deleted.\n`);
    if (kept > 0) {
      await context.print(`${count(kept, 'older submission')} kept: they wait for Slack or are parked.\n`);
    }
  },
});
