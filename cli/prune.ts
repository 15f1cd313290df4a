import { randomUUID } from 'node:crypto';
import { reviewStates, stateWord } from '#contract/review.ts';
import { countOf } from '#contract/texts.ts';
import { prune as pruneCall } from '#server/operator/calls/prune.ts';
import { prunePlan } from '#server/operator/calls/prune-plan.ts';
import { CommandError, defineCommand, UsageError } from './command.ts';
import { confirm, yesOption } from './confirm.ts';
import { parseTime } from './time.ts';
import { describeUnfinished } from './unfinished-copies.ts';

export const prune = defineCommand({
  summary: 'Delete old submissions for good',
  options: {
    'older-than': { value: 'TIME', about: 'received before: 365d, 52w or 2025-11-01' },
    review: {
      short: 'r',
      value: 'STATE',
      choices: reviewStates,
      about: `only of applicants and messages that are ${reviewStates.join(', ')}`,
    },
    quarantined: { about: 'quarantined ones as well, which nobody has seen in Slack' },
    'from-slack': {
      about: 'their messages in Slack as well, where the Slack app posted them',
    },
    'dry-run': { about: 'only count them' },
    yes: yesOption,
  },
  details:
    'Delivered and discarded ones are deleted. What waits for Slack, is parked or is quarantined is kept, because nobody has read it; so is a submission about which a letter or an event is still to be sent. With the last submission of a person the decisions and notes about them are deleted; they still count in the state that they had.\n--quarantined deletes the quarantined ones too; they cannot be released any more.',
  examples: ['--review declined --older-than 365d', '--older-than 365d --dry-run'],
  async run({ review: reviewState, ...values }, _positionals, context) {
    const olderThan = values['older-than'];
    if (olderThan === undefined) throw new UsageError('Say how old they must be: --older-than 365d.');
    const beforeMs = parseTime('older-than', olderThan, 'before', context);
    const which = {
      beforeMs,
      includesQuarantined: values.quarantined === true,
      reviewState,
      fromSlack: values['from-slack'] === true,
    };
    const { prunable, keptForChannel, keptForLetter, keptInQuarantine } = await context.make(
      prunePlan,
      which,
    );
    const about = `${countOf(prunable, 'submission')}${reviewState === undefined ? '' : ` (${stateWord(reviewState)})`} received before ${context.calendar.formatTime(beforeMs)}`;
    let deleted = 0;
    let messageUpdates = 0;
    let leftToDo: string | null = null;
    const texts: string[] = [];
    if (values['dry-run']) {
      texts.push(`${about} would be deleted.\n`);
    } else if (prunable > 0) {
      await confirm(`Delete ${about} for good?`, values.yes, context);
      for (let after = 0; ; ) {
        const part = await context.make(pruneCall, { ...which, changeId: randomUUID(), after });
        deleted += part.deleted;
        messageUpdates += part.messageUpdates;
        context.progress(`${deleted.toLocaleString('en')} of ${prunable.toLocaleString('en')} deleted`);
        leftToDo = part.filesLeft;
        if (part.next === null) break;
        after = part.next;
      }
      leftToDo ??= describeUnfinished(context.config);
    }
    if (!values['dry-run']) texts.push(`${countOf(deleted, 'submission')} deleted.\n`);
    if (messageUpdates > 0)
      texts.push(
        `${countOf(messageUpdates, 'message')} in Slack ${messageUpdates === 1 ? 'is' : 'are'} to be deleted: a running server does it, at most 50 a minute. Messages of webhooks stay.\n`,
      );
    for (const [number, why] of [
      [keptForChannel, 'kept: they wait for Slack or are parked.'],
      [keptForLetter, 'kept: a letter or an event is still to be sent or is parked.'],
      [keptInQuarantine, 'kept in quarantine; --quarantined deletes them.'],
    ] as const)
      if (number > 0) texts.push(`${countOf(number, 'older submission')} ${why}\n`);
    const kept = keptForChannel + keptForLetter + keptInQuarantine;
    await context.answer(
      { prunable, deleted, kept, ...(which.fromSlack && { messageUpdates }) },
      texts.join(''),
    );
    if (leftToDo !== null) throw new CommandError(leftToDo);
  },
});
