import mustache from 'mustache';
import type { InvitationAnswer } from '#contract/invitation-answer.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import type { ResponseHeaders, SecurityHeaders } from './security-headers.ts';

/** What the page shows: its sections, each by a tag, and what is filled in. `when` is in words. */
export type AnswerTags = {
  [Section in InvitationAnswer | WaitlistKind | 'none' | 'open' | 'joined' | 'closed' | 'over']?: true;
} & { token?: string; words?: string; when?: string };

export type AnswerPage = ReturnType<typeof createAnswerPage>;

/** Fills the built page `answer.html`, whose tags are Mustache's. Its headers keep the address out of everywhere else. */
export function createAnswerPage(template: string, security: SecurityHeaders) {
  const headers: ResponseHeaders = { ...security.page(template), ...privateHeaders };
  mustache.parse(template);
  return {
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    show: (tags: AnswerTags): string => mustache.render(template, tags),
  };
}

/** The address of the page is a secret of its reader. */
export const privateHeaders: ResponseHeaders = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};
