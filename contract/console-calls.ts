import { z } from 'zod';
import { channels } from './channels.ts';
import { filterSchema, sorts } from './console-view.ts';
import { maxNoteCharacters, reviewStates, toldStates } from './review.ts';
import { columnMeanings, dateOrders, maxSheetBytes } from './sheet.ts';
import { waitlistKinds } from './submission.ts';
import { maxCameBackCharacters } from './told.ts';

/** Most rows of a page, and most that one call decides about. */
export const maxRowsPerCall = 200;
/** Most submissions that one call releases or discards: their ids are 40 kB. */
export const maxIdsPerCall = 1_000;

/**
 * Names a person or a contact message in a call, by the id of any of their submissions. So no text that a person
 * typed gets into an address or a log.
 */
const about = z.uuid();
const page = { after: z.string().max(1_000).nullable(), limit: z.int().min(1).max(maxRowsPerCall) };
const someIds = z.array(about).min(1).max(maxIdsPerCall);

/**
 * Every change has an id that the page makes, and is made once. If it is sent again after a lost answer, it gets the
 * answer of the first time.
 */
const changeId = z.uuid();

const sheet = {
  kind: z.enum(waitlistKinds),
  /** Headings of the columns that were chosen, by what they hold. */
  chosen: z.partialRecord(z.enum(columnMeanings), z.string().max(1_000)),
  dates: z.enum(dateOrders),
  /** The file's bytes. */
  sheet: z.base64().max(Math.ceil(maxSheetBytes / 3) * 4),
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
 * The console's calls: `POST /api/NAME` with this body as JSON. Calls that only read are POSTs too, so that no search
 * term gets into a server's log. `export` and `download` answer a file, the others JSON.
 */
export const consoleCalls = {
  session: z.strictObject({}),
  /** With the token of a sign-in link. Every call but this and `signOut` needs a session. */
  signIn: z.strictObject({ token: z.string().min(1).max(200) }),
  signOut: z.strictObject({}),
  subjects: z.strictObject({ filter: filterSchema, sort: z.enum(sorts), ...page }),
  totals: z.strictObject({ filter: filterSchema }),
  /** Where applicants are, the cities with most of them first. */
  cities: z.strictObject({}),
  /** How many came to a view since its `newest`. */
  arrivals: z.strictObject({ filter: filterSchema, since: z.int().min(0) }),
  person: z.strictObject({ about }),
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
  /** The letter that this person would get about this decision. Sends nothing. */
  letterPreview: z.strictObject({ about, toldState: z.enum(toldStates) }),
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
  /** Somebody saw the letter bounce: its person counts as not told. */
  cameBack: z.strictObject({
    changeId,
    about,
    reason: z.string().trim().max(maxCameBackCharacters).nullable(),
  }),
  /** Sends the letter again, for somebody who says that it never came: at most once a day. */
  sendLetterAgain: z.strictObject({ changeId, about }),
  addNote: z.strictObject({ changeId, about, text: z.string().trim().min(1).max(maxNoteCharacters) }),
  download: z.strictObject({ about }),
  erasePlan: z.strictObject({ about }),
  /** Deletes everything of the mailbox, of creator, venue and contact messages alike. */
  erase: z.strictObject({ changeId, about }),
  overview: z.strictObject({ weeks: z.union([z.literal(12), z.literal(52), z.null()]) }),
  /**
   * What is parked or waits on a channel becomes due now, of one submission or its applicant's letters, or everything;
   * its halt and pause end.
   */
  retry: z.strictObject({ changeId, channel: z.enum(channels), about: about.nullable() }),
  held: z.strictObject({ ...page, state: z.enum(['quarantined', 'parked']), after: z.int().nullable() }),
  /** What is quarantined or parked becomes due now. */
  release: z.strictObject({ changeId, ids: someIds }),
  discard: z.strictObject({ changeId, ids: someIds }),
  export: z.strictObject({ filter: filterSchema, sort: z.enum(sorts) }),
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

export type ConsoleCall = keyof typeof consoleCalls;

/** The calls that change something, except `decide`, whose decisions have an id each. */
export type ChangeCall = {
  [Call in ConsoleCall]: ConsoleRequest<Call> extends { changeId: string } ? Call : never;
}[ConsoleCall];
export type ConsoleRequest<Call extends ConsoleCall> = z.infer<(typeof consoleCalls)[Call]>;

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

export const consoleCallPath = (call: ConsoleCall): string => `/api/${call}`;

/** Answers of `export`: how many rows follow, for its progress. */
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
