import type { ParseResult } from '#contract/submission-schema.ts';
import type { FunctionName } from '#contract/wire.ts';

/** What one function knows: its bodies, and where its form goes back to. */
export interface SubmissionFunction {
  name: FunctionName;
  parse(body: unknown): ParseResult;
  bodyFromForm(form: URLSearchParams): Record<string, string | boolean>;
  /** The page of a form post when the browser does not tell it, and the fragment that shows the outcome. */
  formOutcome(
    body: Readonly<Record<string, string | boolean>>,
    isSent: boolean,
  ): { page: string; anchor: string };
}
