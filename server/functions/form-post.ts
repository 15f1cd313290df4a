import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ContactBody,
  definitionOf,
  type FieldName,
  forKind,
  type WaitlistBody,
} from '#contract/fields.ts';
import { outcomeAnchor, pages, waitlistPath } from '#contract/pages.ts';
import { honeypotField, type SubmissionKind, variantKey } from '#contract/submission.ts';
import { toasts } from '#contract/texts.ts';
import type { Refusal } from '#server/http/answers.ts';
import { mediaTypeOf } from '#server/http/bodies.ts';
import { sendProblemPage } from '#server/http/problem-page.ts';

/** A form that the browser sent by itself, before the scripts had run or without them. */
export const isFormPost = ({ headers }: FastifyRequest): boolean =>
  mediaTypeOf(headers['content-type']) === 'application/x-www-form-urlencoded';

export type FormBody = Record<string, string | boolean>;

/**
 * The body that the scripts would have sent. A form carries only the controls that are shown, so a
 * missing key is an empty one, and an unknown key (of an extension's own control) is left out.
 */
export function bodyFromForm(
  form: URLSearchParams,
  keys: readonly (keyof WaitlistBody | keyof ContactBody)[],
): FormBody {
  const body: FormBody = {};
  // The encoding turned each line break into CRLF; the scripts' JSON has LF.
  const read = (key: string): string => (form.get(key) ?? '').replaceAll('\r\n', '\n');
  for (const key of keys) {
    if (key === variantKey) body[key] = form.has(key) ? form.get(key) === 'true' : form.has('venueName');
    // A page that was opened before a field was added does not have its control: that is not an empty one.
    else if (form.has(key) || definitionOf(key).addedOn === undefined) body[key] = read(key);
  }
  if (form.has(honeypotField)) body[honeypotField] = read(honeypotField);
  return body;
}

/**
 * Whether a page of this site sent it: a form cannot send an API key, so its origin is checked instead.
 * `Sec-Fetch-Site` is missing on plain http other than localhost; there the origin's host must be the requested one.
 */
export function isOwnPage(
  { origin, host, 'sec-fetch-site': fetchSite }: IncomingHttpHeaders,
  isAllowedOrigin: (origin: string | undefined) => boolean,
): boolean {
  if (fetchSite === 'same-origin' || isAllowedOrigin(origin)) return true;
  if (origin === undefined || host === undefined) return false;
  return URL.parse(origin)?.host === host;
}

/** The page of each kind's form. Home has both forms of the waitlist. */
const pageOfKind = { ...waitlistPath, contact: pages.contact.path };

/**
 * Back to the page with the form, with its query, where the success is shown; browsers and proxies may shorten the
 * `Referer` to the origin.
 */
export function formReturnLocation(
  headers: IncomingHttpHeaders,
  isAllowedOrigin: (origin: string | undefined) => boolean,
  kind: SubmissionKind,
): string {
  const referer = headers.referer === undefined ? null : URL.parse(headers.referer);
  const path = referer?.pathname.replace(/(?<=.)\/$/, '');
  const isHome = kind !== 'contact' && path === pages.home.path;
  const page = isHome ? path : pageOfKind[kind];
  const target = page === path ? `${page}${referer?.search ?? ''}` : page;
  // Pages may stand on another host than the functions; that host was allowed by name.
  const origin = headers.origin === undefined ? null : URL.parse(headers.origin);
  const isElsewhere = origin !== null && origin.host !== headers.host && isAllowedOrigin(headers.origin);
  return `${isElsewhere ? origin.origin : ''}${target}#${outcomeAnchor(kind)}`;
}

/**
 * The answer to a form that is refused: a page of its own, because a browser's way back from it leads to the form as it
 * was filled in. A redirect would lead to an empty one.
 */
export function sendNotSentPage(
  reply: FastifyReply,
  status: number,
  kind: SubmissionKind,
  { message, fields = {} }: Refusal,
): FastifyReply {
  const { title, description } = toasts[kind === 'contact' ? 'contactNotSent' : 'waitlistNotSent'];
  const problems = Object.entries(fields).map(
    ([name, problem]) => `${forKind(definitionOf(name as FieldName).label, kind)}: ${problem}`,
  );
  const wayBack = 'Go back in your browser: what you typed is still in the form.';
  return sendProblemPage(reply, status, title, [description, message, ...problems, wayBack]);
}
