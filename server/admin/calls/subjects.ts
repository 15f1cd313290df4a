import type { ApplicantCounts, ApplicantPage } from '#contract/answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { toApplicantFilter } from './filter.ts';

export const subjects = (
  { filter, ...page }: ConsoleRequest<'subjects'>,
  context: ConsoleContext,
): Promise<ApplicantPage> =>
  context.store.readApplicants({ filter: toApplicantFilter(filter, context), ...page });

export const totals = (
  { filter }: ConsoleRequest<'totals'>,
  context: ConsoleContext,
): Promise<ApplicantCounts> => context.store.countApplicants(toApplicantFilter(filter, context));

export const arrivals = async (
  { filter, since }: ConsoleRequest<'arrivals'>,
  context: ConsoleContext,
): Promise<{ count: number }> => ({
  count: await context.store.countArrivals(toApplicantFilter(filter, context), since),
});
