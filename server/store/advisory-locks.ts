/**
 * Postgres's advisory locks are numbers that the whole database shares. They are listed here together, so that no two
 * parts take the same one. Arbitrary, and fixed: instances of different releases must agree.
 */
export const advisoryLocks = {
  /** Instances that start at the same time migrate one after the other. */
  migrations: 4_157_201_733,
  /** Counting the limits of abuse. */
  limitCounts: 4_157_201_734,
  /** `copy-store` writes the whole store; whoever opens it meanwhile is refused. */
  copies: 4_157_201_735,
} as const;
