/** The outcome of a test, or of a step that counts as one. */
export interface TestOutcome {
  name: string;
  state: 'passed' | 'failed' | 'skipped';
  /** Of a test. */
  durationMs?: number | undefined;
  /** Why it was skipped. */
  reason?: string | undefined;
}

/**
 * The last lines of `npm test` and its exit code. Each runner counts in its own form: CI reads one line for all, and
 * what a runner skipped counts there as failed.
 */
export function describeRun(
  outcomes: readonly TestOutcome[],
  { isCi }: { isCi: boolean },
): { lines: string[]; exitCode: number } {
  const lines: string[] = [];
  const slowest = outcomes
    .flatMap(({ name, state, durationMs }) =>
      state === 'skipped' || durationMs === undefined ? [] : { name, durationMs },
    )
    .sort((a, b) => b.durationMs - a.durationMs)
    .slice(0, 10);
  if (slowest.length > 0) lines.push('', 'The slowest tests:');
  for (const { name, durationMs } of slowest) {
    lines.push(`${(durationMs / 1000).toFixed(1).padStart(7)} s  ${name}`);
  }
  const notRun = groupByReason(outcomes.filter(({ state }) => state === 'skipped'));
  if (notRun.length > 0) lines.push('', 'NOT RUN:', ...notRun.map((reason) => `  ${reason}`));
  if (isCi && notRun.length > 0) {
    lines.push('With CI set, each line of what was not run counts as a failure.');
  }
  const passed = outcomes.filter(({ state }) => state === 'passed').length;
  const failed = outcomes.filter(({ state }) => state === 'failed').length + (isCi ? notRun.length : 0);
  const isNothing = passed === 0 && failed === 0;
  if (isNothing) lines.push('', 'Nothing was tested, so this run is no success.');
  lines.push('', `${passed} passed, ${failed} failed`);
  return { lines, exitCode: failed === 0 && !isNothing ? 0 : 1 };
}

/** One line for all tests that were skipped for the same reason; a test without a reason has its own. */
function groupByReason(skipped: readonly TestOutcome[]): string[] {
  const byReason = Map.groupBy(skipped, ({ name, reason }) => reason || name);
  return [...byReason].map(([reason, alike]) => {
    if (alike.length > 1) return `${alike.length} tests: ${reason}`;
    return [alike[0]?.name, alike[0]?.reason].filter(Boolean).join(': ');
  });
}
