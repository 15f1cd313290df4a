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
  mostMs: number;
}

export interface SignIn {
  way: SignInWay;
  /** The account or the email; null: not known. */
  who: string | null;
  result: SignInResult;
  atMs: number;
}

/** Tokens are random; only their hashes get here. */
export interface SignInCalls {
  /** Deletes what has expired, too. */
  addSignInLink(link: { tokenHash: string; account: string; validMs: number }): Promise<void>;
  /**
   * Ends the link and starts a session, in one transaction; null: it is used, expired, or never was.
   * @param validMs as long as a link is valid when it is made
   */
  redeemSignInLink(link: {
    linkHash: string;
    sessionHash: string;
    validMs: number;
  }): Promise<ConsoleSession | null>;
  /** Of a person whom the provider has identified. */
  startSession(session: { tokenHash: string; person: ConsolePerson }): Promise<ConsoleSession>;
  /** The session, marked as seen now; null: it has ended, or never was. */
  findSession(tokenHash: string, times: SessionTimes): Promise<ConsoleSession | null>;
  /** Answers how many it ended: 0 or 1. */
  endSession(tokenHash: string): Promise<number>;
  /** Adds a sign-in that did not succeed; the others are added with their session. */
  recordSignIn(signIn: Omit<SignIn, 'atMs'>): Promise<void>;

  /** Those that have not ended; last seen first. */
  readSessions(times: SessionTimes): Promise<ConsoleSession[]>;
  /** Newest first. */
  readSignIns(limit: number): Promise<SignIn[]>;
  /** Of the provider's accounts with this email; newest first. */
  readSignInsOf(email: string): Promise<SignIn[]>;
  /** Answers how many there were. */
  eraseRefusedSignIns(email: string): Promise<number>;
  /** Ends the sessions, and the unused links, of this id or name in any case; of all when null. Answers how many of each. */
  endSessions(who: string | null): Promise<{ sessions: number; links: number }>;
}
