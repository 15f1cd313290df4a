import mustache from 'mustache';
import type { InvitationAnswer } from '#contract/invitation-answer.ts';
import type { WaitlistKind } from '#contract/submission.ts';
import type { ResponseHeaders, SecurityHeaders } from './security-headers.ts';

/** What the page says. */
export type AnswerView =
  /** `given` null: they have not answered. `when` is in words. */
  | {
      state: 'open';
      kind: WaitlistKind;
      token: string;
      given: { answer: InvitationAnswer; words: string; when: string } | null;
    }
  | { state: 'joined' | 'closed' };

export type AnswerPage = ReturnType<typeof createAnswerPage>;

/** Fills the built page `answer.html`, whose tags are Mustache's. Its headers keep the address out of everywhere else. */
export function createAnswerPage(template: string, security: SecurityHeaders) {
  const headers: ResponseHeaders = { ...security.page(template), ...privateHeaders };
  mustache.parse(template);
  return {
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    show: (view: AnswerView): string => mustache.render(template, tagsOf(view)),
  };
}

/** The address of the page is a secret of its reader. */
export const privateHeaders: ResponseHeaders = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

function tagsOf(view: AnswerView): Record<string, unknown> {
  if (view.state !== 'open') return { [view.state]: true, over: true };
  const { kind, token, given } = view;
  return {
    open: true,
    [given?.answer ?? 'none']: true,
    [kind]: true,
    token,
    ...(given && { words: given.words, when: given.when }),
  };
}
