import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';
import { findTestChromium } from '../../scripts/chromium.ts';
import { findFirefox } from '../../scripts/engines.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { untilRead } from './until-true.ts';

const navigationTimeoutMs = 60_000;
/** Of one command; puppeteer's own is three minutes, longer than a test has. */
const commandTimeoutMs = 60_000;

/** Firefox speaks WebDriver BiDi itself: it needs no driver beside it. */
export async function startFirefox({ lessMotion }: EngineOptions): Promise<Engine> {
  const found = findFirefox();
  if (found === null) throw new Error('There is no Firefox.');
  return drive(
    await puppeteer.launch({
      browser: 'firefox',
      executablePath: found.firefox,
      headless: true,
      protocolTimeout: commandTimeoutMs,
      extraPrefsFirefox: { 'ui.prefersReducedMotion': lessMotion ? 1 : 0 },
    }),
  );
}

export async function startChromium({ lessMotion }: EngineOptions): Promise<Engine> {
  const executablePath = findTestChromium();
  if (executablePath === null) throw new Error('There is no Chromium.');
  return drive(
    await puppeteer.launch({
      executablePath,
      protocolTimeout: commandTimeoutMs,
      headless: executablePath.endsWith('headless-shell') ? 'shell' : true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        ...(lessMotion ? ['--force-prefers-reduced-motion'] : []),
      ],
    }),
  );
}

async function drive(browser: Browser): Promise<Engine> {
  let context: BrowserContext | undefined;
  let page: Page;
  let problems: string[] = [];

  async function startAnew(): Promise<void> {
    await context?.close();
    problems = [];
    context = await browser.createBrowserContext();
    page = await context.newPage();
    page.setDefaultNavigationTimeout(navigationTimeoutMs);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(`uncaught: ${error}`));
  }

  const evaluate: Engine['evaluate'] = (expression) => page.evaluate(expression);

  await startAnew();
  return {
    startAnew,
    goto: async (url) => void (await page.goto(url)),
    async begin(url) {
      await page.evaluate((address) => location.assign(address), url);
      await untilRead(evaluate);
    },
    evaluate,
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    resize: (size) => page.setViewport(size),
    screenshot: async () => Buffer.from(await page.screenshot()),
    consoleProblems: () => problems,
    close: () => browser.close(),
  };
}
