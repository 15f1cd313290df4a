import { findWebKit } from '../../scripts/engines.ts';
import type { Engine, EngineOptions, Key, Size } from './engine.ts';
import { untilLoaded, untilRead } from './until-true.ts';
import { startWebKitDriver } from './webkit-driver.ts';

const resizeTimeoutMs = 30_000;
/** Of one command; a browser that ended leaves the driver's answer out. */
const commandTimeoutMs = 60_000;

/** Of https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keyCodes: Record<Key, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  Home: '\uE011',
  End: '\uE010',
};

/** WebKitGTK's own MiniBrowser on a display of its own, driven by its WebKitWebDriver. */
export async function startWebKit({ lessMotion }: EngineOptions): Promise<Engine> {
  const found = findWebKit();
  if (found === null) throw new Error('There is no WebKitWebDriver, no MiniBrowser or no Xvfb.');
  const { driverUrl, report, end } = await startWebKitDriver(found, { lessMotion });
  const session = await newSession(driverUrl, report, {
    // With any other the driver answers nothing while a page is loading.
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': {
      binary: found.browser,
      args: ['--automation'],
    },
  });

  const evaluate = (expression: string) =>
    session.post('execute/sync', { script: `return (${expression})`, args: [] });
  const perform = (id: string, type: string, actions: object[], parameters = {}) =>
    session.post('actions', { actions: [{ id, type, actions, parameters }] });
  const strike = (values: readonly string[]) =>
    perform(
      'keyboard',
      'key',
      values.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    );

  async function resize({ width, height }: Size): Promise<void> {
    const giveUpAt = performance.now() + resizeTimeoutMs;
    while (performance.now() < giveUpAt) {
      const [innerWidth, innerHeight, outerWidth, outerHeight] = (await evaluate(
        '[innerWidth, innerHeight, outerWidth, outerHeight]',
      )) as [number, number, number, number];
      if (innerWidth === width && innerHeight === height) return;
      // A window that shrinks is smaller than its page for a moment: the page learns of it later.
      if (outerWidth < innerWidth || outerHeight < innerHeight) continue;
      // A window is larger than its page by what the browser draws around it.
      await session.post('window/rect', {
        width: width + outerWidth - innerWidth,
        height: height + outerHeight - innerHeight,
      });
    }
    throw new Error(`The window does not become ${width} × ${height}.`);
  }

  return {
    evaluate,
    resize,
    async goto(url) {
      await evaluate('window.isLeft = true');
      await session.post('url', { url });
      await untilLoaded(evaluate);
    },
    async begin(url) {
      await session.post('url', { url });
      await untilRead(evaluate);
    },
    async clickAt({ x, y }) {
      await perform(
        'mouse',
        'pointer',
        [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
        { pointerType: 'mouse' },
      );
    },
    press: async (key) => void (await strike([keyCodes[key]])),
    type: async (text) => void (await strike([...text])),
    screenshot: async () => Buffer.from((await session.get('screenshot')) as string, 'base64'),
    // Neither the driver nor the browser's output has them.
    consoleProblems: () => [],
    async startAnew() {
      await session.delete('cookie');
      await evaluate('window.isLeft = true');
      await evaluate(
        'location.protocol === "about:" || (localStorage.clear(), sessionStorage.clear(), true)',
      );
      await session.post('url', { url: 'about:blank' });
      await untilLoaded(evaluate);
    },
    async close() {
      await session.delete('');
      await end();
    },
  };
}

/**
 * A session of the W3C WebDriver protocol (https://www.w3.org/TR/webdriver2/#endpoints): the few commands that the
 * tests need, over plain HTTP.
 *
 * @throws Error when the driver cannot start a browser with these capabilities
 */
async function newSession(driverUrl: string, report: () => string, alwaysMatch: object) {
  const call = (method: string, url: string, body?: object) => send(method, url, report, body);
  const { sessionId } = (await call('POST', `${driverUrl}/session`, {
    capabilities: { alwaysMatch },
  })) as { sessionId: string };
  const address = (command: string) => `${driverUrl}/session/${sessionId}${command && `/${command}`}`;
  return {
    get: (command: string) => call('GET', address(command)),
    post: (command: string, body: object = {}) => call('POST', address(command), body),
    delete: (command: string) => call('DELETE', address(command)),
  };
}

/** @throws Error with the code of the driver's error, such as `javascript error` */
async function send(method: string, url: string, report: () => string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(commandTimeoutMs);
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) }).catch(
    (cause) => {
      const command = `${method} ${new URL(url).pathname}`;
      const problem = `WebKitWebDriver did not answer ${command} (at most ${commandTimeoutMs} ms)`;
      throw new Error(`${problem}:\n${report()}`, { cause });
    },
  );
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}
