import type { QuarantineReason } from '#contract/quarantine.ts';

/**
 * Whose submissions are counted together. `address`: an IPv4 address or an IPv6 /64. `site`: an IPv6 /56, often
 * one household. `network`: an IPv6 /48 or an IPv4 /24. `email`: one kind for one email from one network, so that
 * no network uses up another's.
 */
export type LimitKey = 'address' | 'site' | 'network' | 'email' | 'all';

export const windowsMs = {
  minute: 60_000,
  '10 minutes': 600_000,
  hour: 3_600_000,
  day: 86_400_000,
} as const;
export type Window = keyof typeof windowsMs;

export interface Limit {
  of: LimitKey;
  /** `delivered`: not quarantined. `quarantined bytes`: what they take in the store. */
  counted: 'stored' | 'delivered' | 'quarantined' | 'quarantined bytes';
  /** The window begins with the first that is counted. */
  within: Window;
  /** More than this is refused or quarantined. */
  max: number;
  action: 'refuse' | QuarantineReason;
  /**
   * `IPv6`: the addresses of an IPv4 /24 belong to many customers. `flooded`: only while more than
   * `floodedAbove` are delivered from all in ten minutes. `not first`: not for a network's first in an hour. `low
   * disk`: while the disk of the embedded store has less than `lowDiskBelowBytes` free.
   */
  only?: 'IPv6' | 'flooded' | 'not first' | 'low disk';
}

const MiB = 1024 * 1024;

/** The site counts as flooded while more are delivered in ten minutes. */
export const floodedAbove = 600;

export const lowDiskBelowBytes = 1024 * MiB;

/** What a submission takes in the store beside the length of its body, at most: its keys, rows and indexes. */
export const bytesBesideBody = 1024;

/**
 * The table of limits; `docs/security.md` shows it. What is too fast is refused, and what the quarantine has no room
 * for; what the channel should not show is quarantined. The rows about the quarantine come last, because they apply
 * to what a row before them quarantines.
 *
 * @param perMinute `RATE_LIMIT_PER_MINUTE`; 0: without the limits that are multiples of it
 */
export function createLimits(perMinute: number): Limit[] {
  const multiples: Limit[] = [
    { of: 'address', counted: 'stored', within: 'minute', max: perMinute, action: 'refuse' },
    { of: 'site', counted: 'stored', within: 'minute', max: 2 * perMinute, action: 'refuse' },
    {
      of: 'network',
      counted: 'stored',
      within: 'minute',
      max: 5 * perMinute,
      action: 'refuse',
      only: 'IPv6',
    },
    { of: 'network', counted: 'delivered', within: 'hour', max: 10 * perMinute, action: 'network' },
    { of: 'network', counted: 'delivered', within: 'day', max: 30 * perMinute, action: 'network' },
  ];
  return [
    ...(perMinute === 0 ? [] : multiples),
    { of: 'email', counted: 'stored', within: 'hour', max: 5, action: 'email' },
    { of: 'address', counted: 'delivered', within: 'hour', max: 2, action: 'address', only: 'flooded' },
    { of: 'site', counted: 'delivered', within: 'hour', max: 4, action: 'address', only: 'flooded' },
    { of: 'network', counted: 'delivered', within: 'hour', max: 8, action: 'address', only: 'flooded' },
    {
      of: 'all',
      counted: 'delivered',
      within: '10 minutes',
      max: 10_000,
      action: 'overload',
      only: 'not first',
    },
    { of: 'all', counted: 'delivered', within: '10 minutes', max: 12_000, action: 'overload' },
    { of: 'network', counted: 'quarantined', within: 'hour', max: 100, action: 'refuse' },
    { of: 'network', counted: 'quarantined bytes', within: 'hour', max: MiB, action: 'refuse' },
    {
      of: 'all',
      counted: 'quarantined bytes',
      within: 'day',
      max: 32 * MiB,
      action: 'refuse',
      only: 'low disk',
    },
    {
      of: 'all',
      counted: 'quarantined bytes',
      within: 'day',
      max: 768 * MiB,
      action: 'refuse',
      only: 'not first',
    },
    { of: 'all', counted: 'quarantined bytes', within: 'day', max: 1024 * MiB, action: 'refuse' },
  ];
}
