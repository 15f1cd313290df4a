import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A line to one page. Chromium makes no page ready ahead while one is open. */
export interface Line {
  send(method: string, params?: object): Promise<unknown>;
  /** @throws {Error} when the expression throws. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): Promise<void>;
}

export interface UndebuggedBrowser {
  /** Opens a page of its own. @returns its id */
  openPage(): Promise<string>;
  connect(pageId: string): Promise<Line>;
  /** The page at this address, as soon as there is one; it is another than the one that led there if it was made ready. */
  findPage(url: string): Promise<string>;
  closePages(): Promise<void>;
  close(): Promise<void>;
}

interface Target {
  id: string;
  type: string;
  url: string;
  webSocketDebuggerUrl: string;
}

/**
 * Chromium without a debugger at its pages but for the moments that one is asked for: under one, which
 * Playwright is from beginning to end, it prefetches but does not prerender.
 */
export async function openUndebugged(executablePath: string): Promise<UndebuggedBrowser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'entree-undebugged-'));
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--window-size=1280,800',
  ];
  const child: ChildProcess = spawn(
    executablePath,
    [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore', detached: true },
  );
  const exited = once(child, 'exit');
  const port = await waitFor(async () => {
    const text = await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    return /^(\d+)\n/.exec(text)?.[1];
  });
  const ask = (at: string, method = 'GET') => fetch(`http://127.0.0.1:${port}/json${at}`, { method });
  const list = async () =>
    ((await (await ask('/list')).json()) as Target[]).filter(({ type }) => type === 'page');

  return {
    openPage: async () => ((await (await ask('/new?about:blank', 'PUT')).json()) as Target).id,
    async connect(pageId) {
      const target = (await list()).find(({ id }) => id === pageId);
      if (target === undefined) throw new Error('The page is gone.');
      return openLine(target.webSocketDebuggerUrl);
    },
    findPage: (url) => waitFor(async () => (await list()).find((target) => target.url === url)?.id),
    async closePages() {
      // The last one closed would end the browser.
      for (const { id } of (await list()).filter(({ url }) => url !== 'about:blank'))
        await ask(`/close/${id}`);
    },
    async close() {
      // The browser and what it started: they are one group.
      if (child.pid !== undefined) process.kill(-child.pid);
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

async function openLine(address: string): Promise<Line> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: { result?: unknown }) => void>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const send = async (method: string, params: object = {}) => {
    last += 1;
    const id = last;
    const answered = new Promise<{ result?: unknown }>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    return (await answered).result;
  };
  return {
    send,
    async evaluate<Value>(expression: string) {
      const answer = (await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })) as { result?: { value: Value }; exceptionDetails?: { text: string } } | undefined;
      if (answer?.result === undefined || answer.exceptionDetails !== undefined) {
        throw new Error(`The page could not answer: ${answer?.exceptionDetails?.text}`);
      }
      return answer.result.value;
    },
    async close() {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

/** @throws {Error} when there is nothing after ten seconds. */
async function waitFor<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  const until = performance.now() + 10_000;
  while (performance.now() < until) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(50);
  }
  throw new Error('Waited ten seconds for the browser.');
}
