/** Numbers of the limits; `docs/security.md` tells what each is for. */
export interface Limits {
  /** Submissions in a minute from one IPv4 address or IPv6 /64; 0: no limit by address. */
  addressPerMinute: number;
  /** Submissions of one kind for one email in an hour from one network; more are quarantined. */
  emailPerHour: number;
  /** Submissions on their way to the channel in ten minutes; above it the site counts as flooded. */
  floodThresholdPerTenMinutes: number;
  /** Above this many in ten minutes all are quarantined: the channel could not carry them. */
  overloadThresholdPerTenMinutes: number;
  /** While flooded, what is delivered in an hour from one network, by its size; more are quarantined. */
  floodedPerHour: Readonly<Record<NetworkSize, number>>;
  /** Quarantined in an hour from one network, and in all; more are refused. Bytes are of request bodies. */
  quarantinedPerHour: {
    fromNetwork: { submissions: number; bytes: number };
    inAll: { submissions: number; bytes: number };
  };
}

/** `site`: an IPv6 /56, often one household. `network`: an IPv6 /48 or an IPv4 /24. */
export type NetworkSize = 'address' | 'site' | 'network';

/** A larger network may send this many times what an address may. An IPv4 /24 is limited only while flooded. */
export const minuteShare = { address: 1, site: 2, network: 5 } as const satisfies Record<NetworkSize, number>;

export const defaultLimits: Limits = {
  addressPerMinute: 10,
  emailPerHour: 5,
  floodThresholdPerTenMinutes: 600,
  overloadThresholdPerTenMinutes: 12_000,
  floodedPerHour: { address: 2, site: 4, network: 8 },
  quarantinedPerHour: {
    fromNetwork: { submissions: 100, bytes: 1024 * 1024 },
    inAll: { submissions: 2_000, bytes: 32 * 1024 * 1024 },
  },
};
