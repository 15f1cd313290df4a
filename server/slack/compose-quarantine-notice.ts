import { brand } from '#contract/brand.ts';
import { contextBlock, makePayload, type SlackPayload } from './message-blocks.ts';

/** The command that lists the quarantine. */
export const quarantineCommand = 'npm run waitlist -- list --state quarantined';

/** One line for the team, without any submitted text. */
export function composeQuarantineNotice(count: number): SlackPayload {
  const what = count === 1 ? '1 submission is' : `${count.toLocaleString('en')} submissions are`;
  const line = `${brand.name}: ${what} held back as possible abuse; nothing is lost. See them with: ${quarantineCommand}`;
  return makePayload(line, [contextBlock(line)]);
}
