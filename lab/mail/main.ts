import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { openOperatorStore } from '#server/store/open-operator-store.ts';
import { submit } from '#test/faults/load.ts';
import { startServer } from '#test/faults/server-process.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { buildIfChanged } from '../../scripts/build.mjs';
import { canInstallPackages, installPackages, isOnPath } from '../../scripts/debian.mjs';
import { startPostfix } from './postfix.ts';

// The server's letters through Debian's Postfix, read in its mailbox: `npm run test:mail`.
const waitMs = 30_000;
const testFolder = path.resolve(import.meta.dirname, '../../test');

if (process.getuid?.() !== 0) {
  console.error('NOT RUN: Postfix is started here as root. Run: sudo npm run test:mail');
  process.exit(1);
}
if (!isOnPath('postfix')) {
  if (!canInstallPackages()) {
    console.error('NOT RUN: there is no postfix, and it can be installed here on Debian only.');
    process.exit(1);
  }
  await installPackages(['postfix']);
}

let failures = 0;
const check = (fact: string, isTrue: boolean, seen: unknown = ''): void => {
  if (!isTrue) failures += 1;
  console.log(`${isTrue ? '✓' : '✗'} ${fact}${isTrue || seen === '' ? '' : `: ${String(seen)}`}`);
};

await buildIfChanged();
const dataDir = await mkdtemp(path.join(tmpdir(), 'entree-mail-'));
const postfix = await startPostfix({
  keyFile: path.join(testFolder, 'mail-server.key.pem'),
  certFile: path.join(testFolder, 'mail-server.cert.pem'),
});
const server = await startServer({
  DATA_DIR: dataDir,
  SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
  MAIL_FROM: 'Entrée <hello@entree.example>',
  MAIL_MIN_INTERVAL_MS: '100',
});
const operator = await openOperatorStore({ databaseUrl: null, dataDir });
try {
  const letters = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await submit(server.url);
    const letter = newLetter();
    await operator.decide(newDecision({ id: id ?? '' }, { to: 'invited', letter }));
    letters.push(letter);
  }
  const until = Date.now() + waitMs;
  while (postfix.readMailbox().length < letters.length && Date.now() < until) await pause(200);
  const mails = await Promise.all(postfix.readMailbox().map((raw) => PostalMime.parse(raw)));
  check('three invited, three letters in the mailbox', mails.length === 3, mails.length);
  check(
    'each with its own Message-ID',
    letters.every(({ messageId }) => mails.some((mail) => mail.messageId === messageId)),
  );
  const [mail] = mails;
  check('the subject', mail?.subject === 'You made the list', mail?.subject);
  check('the sender', mail?.from?.name === 'Entrée' && mail.from.address === 'hello@entree.example');
  check('both parts', mail?.text?.includes('you did.') === true && mail.html?.includes('you did.') === true);
  check(
    'the picture in the letter',
    mail?.attachments.length === 1 && mail.attachments[0]?.contentId === '<invitation>',
  );
  const counts = await operator.letterCounts();
  check('the store says sent', counts.sent === 3 && counts.queued === 0, JSON.stringify(counts));
} finally {
  server.kill('SIGTERM');
  check('the server stops with 0', (await server.exited) === 0);
  await operator.close();
  if (failures > 0) console.error(postfix.readLog());
  postfix.stop();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(failures === 0 ? '\nThe letters arrive.' : `\n${failures} checks failed.`);
process.exit(failures === 0 ? 0 : 1);
