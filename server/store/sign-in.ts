export type SignInWay = 'link' | 'provider';

/** `refused`: with a link that is used, expired or was never made, or by the provider. */
export type SignInResult = 'signed in' | 'refused' | 'not on the list' | 'email not verified';

export interface ConsolePerson {
  way: SignInWay;
  /** Stays the same for the same person: the account on the server, or the email in lower case. */
  id: string;
  /** How the others see who decided. */
  name: string;
}

export interface ConsoleSession extends ConsolePerson {
  /** Milliseconds since the epoch, by the store's clock, as are all times here. */
  startedAtMs: number;
  /** Written at most once a minute. */
  lastSeenAtMs: number;
}

export interface SessionTimes {
  /** A session that was not used for so long has ended. */
  idleMs: number;
  /** A session has ended so long after its start, however much it is used. */
  maxMs: number;
}

export interface SignIn {
  way: SignInWay;
  /** The account or the email; null: not known. */
  who: string | null;
  result: SignInResult;
  atMs: number;
}
