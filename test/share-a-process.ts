import { afterAll, afterEach, vi } from 'vitest';

/**
 * For test files that share a process: what one leaves changed would reach the next. Mocks and spies are restored
 * by Vitest's own setting.
 */
const environment = { ...process.env };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
