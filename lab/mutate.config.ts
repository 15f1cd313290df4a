import { mergeConfig } from 'vitest/config';
import tests from '../vitest.config.ts';

/** The tests as ever, one at a time: Stryker asks which tests reach a line, and cannot tell two apart that run at once. */
export default mergeConfig(tests, { test: { maxConcurrency: 1, sequence: { concurrent: false } } });
