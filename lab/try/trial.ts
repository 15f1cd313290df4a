import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { startMailServer } from '#test/mail-server.ts';
import { startProgram } from '#test/program.ts';
import { startSlackStandIn } from '#test/slack-stand-in.ts';
import { renderTrialPage } from './trial-page.ts';

export type Trial = Awaited<ReturnType<typeof startTrial>>;

interface TrialPorts {
  /** 0: any free one. */
  site: number;
  /** 0: any free one. */
  channel: number;
  console: number;
}

/**
 * The program on an empty store of its own, as an app of a stand-in for Slack and with a real mail server, both on
 * this machine only: nothing reaches Slack or anybody's mailbox.
 */
export async function startTrial(ports: TrialPorts) {
  const slack = await startSlackStandIn();
  const mail = await startMailServer();
  const program = await startProgram({
    PORT: String(ports.site),
    ADMIN_PORT: String(ports.console),
    ...slack.app.settings,
    // Contact messages are on the same page.
    SLACK_CONTACT_CHANNEL: '',
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'Entrée <hello@entree.example>',
  });

  const news = () =>
    [slack.messages.length, slack.changes, slack.replies.length, mail.received.length].join(' ');
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, 'text/plain', String(error)));
  });
  server.listen(ports.channel, '127.0.0.1');
  await once(server, 'listening');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'POST' && pathname === '/click') return click(request, response);
    if (pathname === '/console') return void response.writeHead(303, { location: await signIn() }).end();
    if (pathname === '/news') return send(response, 200, 'text/plain', news());
    if (pathname === '/')
      return send(response, 200, 'text/html', renderTrialPage(slack, mail.received, news()));
    const [, index, part] = /^\/letter\/(\d+)(\/text)?$/.exec(pathname) ?? [];
    const letter = mail.received[Number(index)]?.mail;
    if (letter === undefined) return send(response, 404, 'text/plain', 'There is no such page.');
    if (part !== undefined) return send(response, 200, 'text/plain', letter.text ?? '');
    const pictures = letter.attachments.map(({ contentId = '', mimeType, content }) => ({
      id: contentId.replace(/^<|>$/g, ''),
      url: `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`,
    }));
    const html = pictures.reduce(
      (shown, { id, url }) => shown.replaceAll(`cid:${id}`, url),
      letter.html ?? '',
    );
    // The page of the answer is shown in no frame.
    send(response, 200, 'text/html', html.replace('<head>', '<head><base target="_blank">'));
  }

  /** A link that signs in to the console once. */
  async function signIn(): Promise<string> {
    return JSON.parse(await program.run('sign-in', '--json')).link;
  }

  async function click(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(request));
    const message = slack.messages[Number(form.get('message'))];
    if (message === undefined) return send(response, 404, 'text/plain', 'There is no such message.');
    const changesBefore = slack.changes;
    const user = { id: 'U0YOU', name: 'you' };
    const { status } = await slack.click({
      message,
      button: form.get('button') ?? '',
      server: program.url,
      user,
    });
    if (status !== 200) return send(response, 502, 'text/plain', `The server answered ${status}.`);
    await slack.waitForChanges(changesBefore + 1);
    response.writeHead(303, { location: '/' }).end();
  }

  const { port } = server.address() as AddressInfo;
  return {
    siteUrl: program.url.replace('127.0.0.1', 'localhost'),
    /** The channel, and the mailbox beside it. */
    channelUrl: `http://localhost:${port}`,
    /** Leads to the console, signed in. */
    consoleUrl: `http://localhost:${port}/console`,
    /** What Slack would have refused. */
    violations: slack.violations,
    async close() {
      server.close();
      server.closeAllConnections();
      await program.stop();
      await Promise.all([slack.close(), mail.close()]);
    },
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body);
}
