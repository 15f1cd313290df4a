export const quarantineReasons = {
  honeypot: 'a field that no person sees was filled in',
  email: 'many came for the same email within an hour',
  address: 'many came from the same address while the site was flooded',
  network: 'its network had used up its share of the hour or the day',
  overload: 'more arrived at once than the channel can carry',
} as const;

export type QuarantineReason = keyof typeof quarantineReasons;

/** A reason that only a newer release knows is shown as it is. */
export const explainQuarantine = (reason: string): string =>
  Object.hasOwn(quarantineReasons, reason) ? quarantineReasons[reason as QuarantineReason] : reason;
