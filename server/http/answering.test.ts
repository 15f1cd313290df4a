import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openAppFixture } from '#server/app-fixture.ts';

describe('a stop', () => {
  test('answers the page that was being asked for, and has its client hang up', async () => {
    const own = await openAppFixture();
    await own.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((own.app.server.address() as AddressInfo).port, '127.0.0.1');
    // A whole request, so that its answer tells that the half one behind it has been read as well.
    socket.write('HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET /creators HTTP/1.1\r\nHost: x\r\n');
    await once(socket, 'readable');
    const closing = own.close();
    await expect.poll(() => own.app.server.listening).toBe(false);
    socket.write('\r\n');
    const [, , last = ''] = (await text(socket)).split('HTTP/1.1 200 OK');
    expect(last.toLowerCase()).toContain('connection: close');
    expect(last).toContain('<title>Creators</title>');
    await closing;
  });

  test('does not wait for a client that keeps its connection', async () => {
    const own = await openAppFixture();
    const address = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const closed = once(socket, 'close');
    await own.close();
    await closed;
  });
});
