import { z } from 'zod';
import { sorts } from '#contract/console-view.ts';
import { readSearch } from '#contract/search-words.ts';
import { defineCall, requireRecord, toFilter } from '#server/operator/call.ts';
import { filter, pageLimit } from '#server/operator/inputs.ts';
import { withExcerpts } from '#server/operator/with-excerpts.ts';

/** A page of the list of applicants or contact messages. */
export const subjects = defineCall({
  input: z.strictObject({
    filter,
    sort: z.enum(sorts),
    /** `next` of the page before, or the number of its last row; null: the first page. */
    after: z.union([z.string().max(1_000), z.int().min(1)]).nullable(),
    limit: pageLimit,
    /** Long texts are whole, not excerpts. */
    isWhole: z.boolean().default(false),
  }),
  async answer({ filter: asked, sort, after, limit, isWhole }, context) {
    const { store } = context;
    if (typeof after === 'number') await requireRecord(store, { sequence: after });
    const found = await store.readApplicants({
      filter: toFilter(asked, context),
      sort,
      after,
      limit,
    });
    if (isWhole) return found;
    const searched = readSearch(asked.text ?? '').words;
    return { ...found, rows: found.rows.map((row) => withExcerpts(row, searched)) };
  },
});
