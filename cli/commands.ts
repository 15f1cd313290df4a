import { add } from './add.ts';
import { backup } from './backup.ts';
import { cameBack } from './came-back.ts';
import type { Command } from './command.ts';
import { copyStore } from './copy-store.ts';
import { decisions, remind } from './decisions.ts';
import { erase } from './erase.ts';
import { exportPeople } from './export.ts';
import { held } from './held.ts';
import { importPeople } from './import.ts';
import { imports } from './imports.ts';
import { list } from './list.ts';
import { note } from './note.ts';
import { person } from './person.ts';
import { previewLetter } from './preview-letter.ts';
import { prune } from './prune.ts';
import { discard, release } from './quarantine.ts';
import { restore, restored } from './restore.ts';
import { retry } from './retry.ts';
import { sendLetterAgain } from './send-letter-again.ts';
import { sessions } from './sessions.ts';
import { show } from './show.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { stats } from './stats.ts';
import { testMail } from './test-mail.ts';
import { testSlack } from './test-slack.ts';
import { testWebhook } from './test-webhook.ts';
import { waves } from './waves.ts';

/** Every command, in the order in which the help lists them. */
export const commands: Readonly<Record<string, Command>> = {
  stats,
  list,
  held,
  show,
  export: exportPeople,
  ...decisions,
  remind,
  waves,
  add,
  import: importPeople,
  imports,
  note,
  'came-back': cameBack,
  'send-letter-again': sendLetterAgain,
  retry,
  release,
  discard,
  person,
  erase,
  prune,
  backup,
  restore,
  restored,
  'copy-store': copyStore,
  'sign-in': signIn,
  'sign-out': signOut,
  sessions,
  'test-slack': testSlack,
  'preview-letter': previewLetter,
  'test-mail': testMail,
  'test-webhook': testWebhook,
};
