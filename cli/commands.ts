import { answer } from './answer.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { decline } from './decline.ts';
import { discard } from './discard.ts';
import { erase } from './erase.ts';
import { exportSubmissions } from './export.ts';
import { invite } from './invite.ts';
import { list } from './list.ts';
import { note } from './note.ts';
import { person } from './person.ts';
import { previewLetter } from './preview-letter.ts';
import { prune } from './prune.ts';
import { release } from './release.ts';
import { reopen } from './reopen.ts';
import { restore } from './restore.ts';
import { retry } from './retry.ts';
import { sendLetterAgain } from './send-letter-again.ts';
import { sessions } from './sessions.ts';
import { shortlist } from './shortlist.ts';
import { show } from './show.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { stats } from './stats.ts';
import { testMail } from './test-mail.ts';
import { testSlack } from './test-slack.ts';

/** Every command, in the order in which the help lists them. */
export const commands: Readonly<Record<string, Command>> = {
  stats,
  list,
  show,
  export: exportSubmissions,
  shortlist,
  invite,
  decline,
  reopen,
  answer,
  note,
  'send-letter-again': sendLetterAgain,
  retry,
  release,
  discard,
  person,
  erase,
  prune,
  backup,
  restore,
  'sign-in': signIn,
  'sign-out': signOut,
  sessions,
  'test-slack': testSlack,
  'preview-letter': previewLetter,
  'test-mail': testMail,
};
