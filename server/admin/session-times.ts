import type { SessionTimes } from '#server/store/sign-in.ts';

const hourMs = 60 * 60 * 1_000;

export const sessionTimes: SessionTimes = { idleMs: 12 * hourMs, mostMs: 7 * 24 * hourMs };

export const linkValidMs = 10 * 60 * 1_000;
