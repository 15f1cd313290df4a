import { z } from 'zod';
import { filterSchema, sorts } from '#contract/console-view.ts';
import { readSearch } from '#contract/search-words.ts';
import { defineCall, toFilter } from '#server/operator/call.ts';
import { pageLimit } from '#server/operator/inputs.ts';
import { withExcerpts } from '#server/operator/with-excerpts.ts';

/** A page of the list of applicants or contact messages. */
export const subjects = defineCall({
  input: z.strictObject({
    filter: filterSchema,
    sort: z.enum(sorts),
    after: z.string().max(1_000).nullable(),
    limit: pageLimit,
  }),
  async answer({ filter, ...page }, context) {
    const found = await context.store.readApplicants({ filter: toFilter(filter, context), ...page });
    const searched = readSearch(filter.text ?? '').words;
    return { ...found, rows: found.rows.map((row) => withExcerpts(row, searched)) };
  },
});
