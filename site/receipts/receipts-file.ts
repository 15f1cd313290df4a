import type { SubmissionKind } from '#contract/submission.ts';

/** Where the built pictures of a success are, as one file. */
export const receiptsPath = '/receipts.json';

/** `data-typed` names the value that a place in `html` is filled with; `label` is said of the whole picture. */
export type Receipts = Record<SubmissionKind, { label: string; html: string }> & { css: string };
