import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openOwnFixture } from '#server/app-fixture.ts';
import { readConfig } from '#server/config.ts';
import { createInteractivity } from '#server/slack-channels.ts';
import { checkInteractivity } from './check-interactivity.ts';

const secret = '0123456789abcdef0123456789abcdef';
const config = readConfig({ SLACK_SIGNING_SECRET: secret });

async function startApp(isTakingClicks: boolean): Promise<string> {
  const store = {
    decide: () => Promise.reject(new Error('A test click decides nothing.')),
    queueReply: async () => {},
  };
  const interactivity = isTakingClicks ? createInteractivity(config, { store, onQueued: () => {} }) : null;
  const { app } = await openOwnFixture({}, () => ({ interactivity }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

test('a server with the same secret takes the test click', async () => {
  const siteUrl = await startApp(true);
  expect(await checkInteractivity({ ...config, siteUrl })).toMatchObject({ failure: null });
});

test('another secret, none, and no server at all are told apart', async () => {
  const siteUrl = await startApp(true);
  const other = { slackSigningSecret: 'f'.repeat(32), siteUrl };
  expect(await checkInteractivity(other)).toMatchObject({
    failure: { what: 'The server refused the signature.' },
  });
  const without = await startApp(false);
  expect(await checkInteractivity({ ...config, siteUrl: without })).toMatchObject({
    failure: { what: 'The server takes no clicks.' },
  });
  expect(await checkInteractivity({ ...config, siteUrl: 'http://127.0.0.1:9' })).toMatchObject({
    failure: { what: 'http://127.0.0.1:9 was not reached.' },
  });
});

test('what stands before the server is named', async () => {
  const proxy = createServer((_request, response) => response.writeHead(302, { location: '/' }).end());
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const siteUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  expect(await checkInteractivity({ ...config, siteUrl })).toMatchObject({
    failure: { what: "The answer was 302, not the server's." },
  });
});

test('without a signing secret there is nothing to check', async () => {
  expect(await checkInteractivity(readConfig({}))).toBeNull();
});
