import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type ContactBody, definitionOf, type WaitlistBody } from '#contract/fields.ts';
import type { PagePath } from '#contract/pages.ts';
import { honeypotField, variantKey } from '#contract/submission.ts';
import { mediaTypeOf } from '#server/http/bodies.ts';

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

/** Where the outcome of a form post is shown. */
export interface FormReturn {
  /** Pages that have the form. */
  pages: readonly PagePath[];
  /** The one that shows the outcome when the browser does not say which it was. */
  page: PagePath;
  /** The fragment that shows the outcome. */
  anchor: string;
}

/** Back to the page with the form, with its query; browsers and proxies may shorten the `Referer` to the origin. */
export function formReturnLocation(
  headers: IncomingHttpHeaders,
  isAllowedOrigin: (origin: string | undefined) => boolean,
  { pages, page, anchor }: FormReturn,
): string {
  const referer = headers.referer === undefined ? null : URL.parse(headers.referer);
  const path = referer?.pathname.replace(/(?<=.)\/$/, '');
  const known = pages.find((candidate) => candidate === path);
  const target = known === undefined ? page : `${known}${referer?.search ?? ''}`;
  // Pages may stand on another host than the functions; that host was allowed by name.
  const origin = headers.origin === undefined ? null : URL.parse(headers.origin);
  const isElsewhere = origin !== null && origin.host !== headers.host && isAllowedOrigin(headers.origin);
  return `${isElsewhere ? origin.origin : ''}${target}#${anchor}`;
}
