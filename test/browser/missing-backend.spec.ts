import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodePath } from '../../scripts/node-binary.mjs';
import { expect, firstVisit, openFilled, test } from './fixtures.ts';
import { control, failure, forms, submitButton, toasts, valuesOf } from './forms.ts';

const root = path.join(import.meta.dirname, '..', '..');

// Which of the two is named, and the key alone missing, is told by site/backend/client.test.ts.
test.use({ ...firstVisit, expectedConsole: { anyOf: [/Backend URL is missing/] } });

test('section 7: a build without its backend fails the submission alone, never the page', async ({
  page,
  consoleProblems,
}) => {
  const built = await mkdtemp(path.join(tmpdir(), 'entree-build-'));
  try {
    await promisify(execFile)(nodePath, ['node_modules/astro/bin/astro.mjs', 'build', '--outDir', built], {
      cwd: root,
      env: {
        ...process.env,
        PUBLIC_BACKEND_URL: '',
        PUBLIC_BACKEND_ANON_KEY: '',
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    });
    // The page and its parts come from that build; whatever it does not hold, from the server.
    await page.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      const file = path.join(built, pathname === '/creators' ? 'creators.html' : pathname);
      return existsSync(file) ? route.fulfill({ path: file }) : route.continue();
    });
    const { form, typed } = await openFilled(page, forms[0]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await submitButton(form).click();
    await expect(toasts(page)).toContainText(failure.creator);
    expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
    await expect(control(form, 'name')).toBeEditable();
    expect(consoleProblems.join('\n')).toContain('Backend URL is missing');
  } finally {
    await rm(built, { recursive: true, force: true });
  }
});
