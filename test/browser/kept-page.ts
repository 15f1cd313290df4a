import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** The page of one test after the other, with what `lend` needs to take it back. */
export interface KeptPage {
  page: Page;
  devtools: CDPSession;
  /** Of each site that the test has opened. */
  origins: Set<string>;
}

/** What the next test of the same page starts with. */
export interface StartingState {
  viewport: { width: number; height: number } | null;
  reducedMotion?: 'reduce' | 'no-preference' | null;
  forcedColors?: 'active' | 'none' | null;
}

/**
 * What a test does to a page or its context and nobody can undo. `page.route`, `page.addInitScript`,
 * `page.emulateMedia`, listeners, cookies and storage are taken back after each test.
 */
const lasting = {
  page: [
    'addLocatorHandler',
    'exposeBinding',
    'exposeFunction',
    'routeFromHAR',
    'routeWebSocket',
    'setExtraHTTPHeaders',
  ],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'route',
    'routeFromHAR',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setHTTPCredentials',
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
  keyboard: ['down'],
  mouse: ['down'],
} as const;

/** Opens a page that refuses what would last beyond a test. */
export async function openKeptPage(browser: Browser, options: BrowserContextOptions): Promise<KeptPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const origins = new Set<string>();
  page.on('framenavigated', (frame) => {
    if (frame.url().startsWith('http')) origins.add(new URL(frame.url()).origin);
  });
  const { clock, keyboard, mouse } = page;
  for (const [name, object] of Object.entries({ page, context, clock, keyboard, mouse })) {
    for (const member of lasting[name as keyof typeof lasting]) {
      Object.defineProperty(object, member, {
        get() {
          throw new Error(
            `The next test would find what ${name}.${member} does to a kept page: test.use(firstVisit).`,
          );
        },
      });
    }
  }
  return { page, devtools, origins };
}

/**
 * The page of one test after the other: what it has loaded it need not load, compile and decode again, which is half
 * of a test's processor time. A test starts on an empty document without cookies, storage, routes, listeners, init
 * scripts and history of the one before.
 */
export async function lend(
  kept: KeptPage,
  { viewport, reducedMotion = null, forcedColors = null }: StartingState,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = kept;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme: 'light',
    contrast: null,
    forcedColors,
    reducedMotion,
  });
  const removeListeners = [page, page.context()].map((each) =>
    noteListeners(each as unknown as NodeJS.EventEmitter),
  );
  const added: { dispose(): Promise<void> }[] = [];
  const { addInitScript } = page;
  page.addInitScript = async (...script: Parameters<typeof addInitScript>) => {
    const initScript = await addInitScript.apply(page, script);
    added.push(initScript);
    return initScript;
  };
  await use(page);
  page.addInitScript = addInitScript;

  for (const remove of removeListeners) remove();
  for (const initScript of added) await initScript.dispose();
  await takeBack(kept);
}

/** Answers what removes the listeners that are added from now on. */
function noteListeners(emitter: NodeJS.EventEmitter): () => void {
  const before = new Map(emitter.eventNames().map((name) => [name, new Set(emitter.rawListeners(name))]));
  return () => {
    for (const name of emitter.eventNames()) {
      for (const listener of emitter.rawListeners(name)) {
        if (!before.get(name)?.has(listener)) emitter.off(name, listener as () => void);
      }
    }
  };
}

async function takeBack({ page, devtools, origins }: KeptPage): Promise<void> {
  const context = page.context();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto('about:blank');
  // Stays with the tab, whatever site it goes to.
  await page.evaluate(() => {
    window.name = '';
  });
  // Of each site, with what its tab keeps for the session.
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers';
  await Promise.all([
    context.clearCookies(),
    ...[...origins].map((origin) => devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })),
    devtools.send('Page.resetNavigationHistory'),
    // Else the next page would be under the pointer.
    page.mouse.move(-1, -1),
  ]);
  origins.clear();
}
