import { test as base, expect } from '@playwright/test';
import { expectOnly } from '#test/browser/page-fixtures.ts';
import { startTestSite, type TestSite } from '#test/browser/test-site.ts';
import type { Engine } from './engine.ts';
import { type Line, startLine } from './line.ts';
import { startChromium, startFirefox } from './puppeteer-engine.ts';
import { createVisitor, type Visitor } from './visitor.ts';
import { startWebKit } from './webkit-engine.ts';

export { expect };

const starters = { chromium: startChromium, firefox: startFirefox, webkit: startWebKit };

interface TestFixtures {
  /** A new visitor in a window of 1280 × 800. */
  visitor: Visitor;
  /** Console errors and warnings that this test causes; any other one fails it. */
  expectedConsole: { anyOf: readonly RegExp[] };
}

export interface EngineWorkerOptions {
  engineName: keyof typeof starters;
  lessMotion: boolean;
}

interface WorkerFixtures extends EngineWorkerOptions {
  /** One browser for all tests of a worker. */
  engine: Engine;
  /** The built site, served by the real server with its own store. */
  testSite: TestSite;
  /** What the browser reaches the site through. */
  line: Line;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],
  // What does not concern motion is tested without it: a page that moves costs more processor time.
  lessMotion: [true, { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, lessMotion }, use) => {
      const engine = await starters[engineName]({ lessMotion });
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  line: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from the pattern
    async ({}, use) => {
      const line = await startLine();
      await use(line);
      await line.close();
    },
    { scope: 'worker' },
  ],
  testSite: [
    async ({ line }, use) => {
      const testSite = await startTestSite({ ALLOWED_ORIGINS: `${line.url},${line.secondUrl}` });
      line.leadTo(testSite.url);
      await use(testSite);
      const violations = [...testSite.slack.violations];
      await testSite.close();
      expect(violations, 'Slack would have taken every message').toEqual([]);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  expectedConsole: [{ anyOf: [] }, { option: true }],
  visitor: async ({ engine, testSite, line, expectedConsole }, use, testInfo) => {
    line.restore();
    const logStart = testSite.log().length;
    await engine.startAnew();
    await engine.resize({ width: 1280, height: 800 });
    await use(createVisitor(engine, line.url));
    const problems = engine.consoleProblems();
    if (testInfo.status !== testInfo.expectedStatus) {
      const log = testSite.log().slice(logStart);
      await testInfo.attach('server log', { body: log, contentType: 'text/plain' });
      // Last: a browser that hangs gives none.
      await testInfo.attach('window', { body: await engine.screenshot(), contentType: 'image/png' });
    }
    expectOnly(problems, expectedConsole);
  },
});
