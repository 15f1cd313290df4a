/**
 * The nearest time that a date can hold, for showing any time that was stored.
 * https://tc39.es/ecma262/#sec-time-values-and-time-range
 */
export const representableMs = (atMs: number): number => Math.min(Math.max(atMs, -8.64e15), 8.64e15);
