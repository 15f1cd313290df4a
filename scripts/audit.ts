import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './step.mjs';

/** Longer than npm's own tries at a registry that does not answer. */
const auditWithinMs = 120_000;

const exitCodes = { clean: 0, vulnerable: 1, unknown: 3 };

/** Asks the registry for advisories about the packages of production. No answer never counts as a good one. */
export async function auditProduction(
  env = process.env,
): Promise<{ outcome: keyof typeof exitCodes; text: string }> {
  const { stdout, stderr } = await promisify(execFile)(
    'npm',
    ['audit', '--omit=dev', '--package-lock-only', '--json'],
    { cwd: root, env, shell: process.platform === 'win32', timeout: auditWithinMs, maxBuffer: Infinity },
    // npm's exit code is not 0 where it found something, too.
  ).catch((error) => ({ stdout: error.stdout, stderr: error.message }));
  const report = parse(stdout);
  const found = report?.vulnerabilities && Object.keys(report.vulnerabilities);
  if (found === undefined) {
    const why = report?.message ?? stderr.trim().split('\n').at(-1) ?? '';
    return {
      outcome: 'unknown',
      text: `npm audit was NOT done: the registry's audit endpoint did not answer as it should (${why}). Run "npm run audit" where it does.`,
    };
  }
  const { prod } = report.metadata.dependencies;
  if (found.length === 0)
    return { outcome: 'clean', text: `npm audit: no advisory against the ${prod} packages of production.` };
  return {
    outcome: 'vulnerable',
    text: `npm audit: advisories against packages of production: ${found.join(', ')}. "npm audit --omit=dev" shows them.`,
  };
}

function parse(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export async function main(): Promise<void> {
  const { outcome, text } = await auditProduction();
  (outcome === 'clean' ? console.log : console.error)(text);
  process.exitCode = exitCodes[outcome];
}
