import { once } from 'node:events';
import { startTrial } from './trial.ts';

// From an application to its letter of invitation, on this machine alone: `npm run try`.
const { siteUrl, channelUrl, consoleUrl, close } = await startTrial({
  site: Number(process.env['PORT'] ?? 3000),
  channel: Number(process.env['CHANNEL_PORT'] ?? 3002),
  console: Number(process.env['ADMIN_PORT'] ?? 3001),
});
console.log(`
  1. Apply:    ${siteUrl}
  2. Decide:   ${channelUrl}   the channel; click Invite on the application's message
  3. Read:     ${channelUrl}   ten seconds later the letter is in the mailbox beside it
  4. Answer:   press the letter's button there, and the message in the channel says who comes
  5. Console:  ${consoleUrl}   decide there, and the message in the channel changes; erase, and it is gone

  A stand-in for Slack and a mail server on this machine: nothing is sent anywhere, and nothing is kept.
  Ctrl+C ends it.
`);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await close();
process.exit(0);
