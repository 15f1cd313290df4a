import { z } from 'zod';
import { filterSchema } from './console-view.ts';
import { maxNoteCharacters, reviewStates } from './review.ts';
import { columnMeanings, dateOrders, maxHeadingCharacters, maxSheetBytes } from './sheet.ts';
import { waitlistKinds } from './submission.ts';

/** Most rows of a page, and most that one call decides about. */
export const maxRowsPerCall = 200;
/** Most submissions that one call releases or discards: their ids are 40 kB. */
export const maxIdsPerCall = 1_000;

/**
 * Names a person or a contact message in a call, by the id of any of their submissions. So no text that a person
 * typed gets into an address or a log.
 */
const about = z.uuid();
const someIds = z.array(about).min(1).max(maxIdsPerCall);

/**
 * Every change has an id that the page makes, and is made once. If it is sent again after a lost answer, it gets the
 * answer of the first time.
 */
const changeId = z.uuid();

const sheet = {
  kind: z.enum(waitlistKinds),
  /** Headings of the columns that were chosen, by what they hold. */
  chosen: z.partialRecord(z.enum(columnMeanings), z.string().max(maxHeadingCharacters)),
  dates: z.enum(dateOrders),
  /** The file's bytes. They come behind the JSON of all else and a line break, so that nobody waits while they are parsed. */
  sheet: z.instanceof(Uint8Array).refine(({ length }) => length <= maxSheetBytes),
};

const note = z.string().trim().max(maxNoteCharacters).nullable();
/** When the letters go, from `letterTime`; null: at once (ten seconds later). */
const letterAtMs = z.int().min(0).nullable().default(null);
/**
 * Declined people are told by a letter. Invited people always are, where letters are set up. People who are in that
 * state already, and were not told, are told then.
 */
const withLetter = z.boolean().default(false);

/**
 * The console's calls are `POST /api/NAME` with a body as JSON: those of `server/operator/calls.ts`, and these about
 * the session. Calls that only read are POSTs too, so that no search term gets into a server's log.
 */
export const sessionCalls = {
  session: z.strictObject({}),
  /** With the token of a sign-in link. Every call but this and `signOut` needs a session. */
  signIn: z.strictObject({ token: z.string().min(1).max(200) }),
  signOut: z.strictObject({}),
} as const;
export type SessionCall = keyof typeof sessionCalls;

export const consoleCalls = {
  decide: z.strictObject({
    decisions: z
      .array(
        z.strictObject({
          /** Made by the browser, a UUID; a decision that is sent again is made once. */
          decisionId: z.uuid(),
          about,
          to: z.enum(reviewStates),
          seenVersion: z.int().min(0),
        }),
      )
      .min(1)
      .max(maxRowsPerCall),
    note,
    /** With an invitation that an undone decline brings back, no second letter is sent. */
    isUndo: z.boolean(),
    letterAtMs,
    withLetter,
  }),
  /**
   * Whom a decision about a whole view is about: those whose newest application has no higher number than `newest`,
   * which comes from the view. Changes nothing.
   */
  wavePlan: z.strictObject({
    filter: filterSchema,
    newest: z.int().min(0),
    to: z.enum(reviewStates),
    withLetter: z.boolean(),
  }),
  /**
   * Decides about the next people of a wave. Sent again it goes on, until nobody is left; nobody is decided about
   * twice.
   */
  decideWave: z.strictObject({
    /** Made by the browser: one id for all decisions of a wave, which can be undone as a whole. */
    waveId: z.uuid(),
    /** The view as `wavePlan` answered it, or people as they were shown. */
    whom: z.union([
      z.strictObject({ filter: filterSchema, newest: z.int().min(0), lastDecision: z.int().min(0) }),
      z.strictObject({
        people: z
          .array(z.strictObject({ about, seenVersion: z.int().min(0) }))
          .min(1)
          .max(maxRowsPerCall),
      }),
    ]),
    to: z.enum(reviewStates),
    note,
    letterAtMs,
    withLetter,
  }),
  /** Takes the next decisions of a wave back, unless somebody was told. Sent again it goes on, until none is left. */
  undoWave: z.strictObject({ waveId: z.uuid() }),
  /** A day and hour by the clock of the setting `TIME_ZONE`, such as `2026-12-01T10:00`. */
  letterTime: z.strictObject({ at: z.string().max(100) }),
  /**
   * Sets the letters that wait, of people or of a view, to another time; null: now. Sent again with another id it goes
   * on, until none is left.
   */
  moveLetters: z.strictObject({
    changeId,
    whom: z.union([
      z.strictObject({ filter: filterSchema, newest: z.int().min(0) }),
      z.strictObject({ people: someIds.max(maxRowsPerCall) }),
    ]),
    letterAtMs: z.int().min(0).nullable(),
  }),
  /** What importing a sheet would do. Changes nothing. */
  readSheet: z.strictObject(sheet),
  /** Sent again it goes on: nobody is imported twice. */
  importSheet: z.strictObject({ importId: z.uuid(), fileName: z.string().max(255), ...sheet }),
  /** Deletes the people of an import, unless somebody was decided about. */
  undoImport: z.strictObject({ importId: z.uuid() }),
  /** Somebody whom the team met itself. */
  addPerson: z.strictObject({
    changeId,
    kind: z.enum(waitlistKinds),
    fields: z.record(z.string().max(50), z.string().max(20_000)),
    sendsMessage: z.boolean(),
  }),
} as const;

export type ConsoleRequest<Call extends keyof typeof consoleCalls> = z.infer<(typeof consoleCalls)[Call]>;

/** The answer of `session` and `signIn`; that of every other call follows from the function that makes it. */
export interface Session {
  /** The name under which others see who decided: a name, an address, or the account on the server. */
  name: string;
  /** IANA name of the time zone of all days and times that are shown. */
  timeZone: string;
  /** An invitation sends a letter. */
  sendsLetters: boolean;
  /** Messages to Slack are sent. */
  sendsMessages: boolean;
  /** There is an identity provider, so people can sign in again without a link. */
  hasProvider: boolean;
}

/** Messages of a channel that are counted at most; one more means that there are more. */
export const maxCounted = 10_000;

/** Of a sign-in link. The token is in the fragment, which no browser sends: it reaches no log and no other site. */
export const signInFragment = (token: string): string => `#/sign-in/${token}`;

/** The way back from the identity provider leads here when this browser did not begin it. */
export const signInAgainFragment = '#/sign-in-again';

/** Leads to the identity provider, where there is one, and from there back to the console. */
export const providerSignInPath = '/sign-in';

export const consoleCallPath = (call: string): string => `/api/${call}`;

/** Of a call that answers a list as a file: how many rows follow, for its progress. */
export const exportTotalHeader = 'Entree-Export-Rows';

/**
 * Codes of refused calls, with their status. Below 500 nothing was changed; with the others, or without an answer, a
 * change may have been made.
 */
export const consoleErrors = {
  SIGN_IN: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INVALID_REQUEST: 422,
  TOO_MANY_REQUESTS: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const;

/**
 * The answer to every refused call. 401: sign in (again). 403: not for this host, origin or account. 404: erased, or
 * never existed. 422: not a request as above. 429: with `Retry-After`. 503: the store does not answer.
 */
export interface ConsoleError {
  code: keyof typeof consoleErrors;
  message: string;
  /** With `SIGN_IN`: there is an identity provider at `providerSignInPath`. */
  hasProvider?: boolean;
}
