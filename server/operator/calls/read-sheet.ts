import { defineCall } from '#server/operator/call.ts';
import { takePeople } from '#server/operator/import/read-in-thread.ts';
import { sheetInput, toSheetTask } from '#server/operator/sheet-input.ts';

/** What importing a sheet would do. Changes nothing. */
export const readSheet = defineCall({
  input: sheetInput,
  async answer(sheet, context) {
    const { store, progress } = context;
    const seen = new Set<string>();
    const onRows = (rows: string) => progress(`${rows} rows read`);
    return takePeople(toSheetTask(sheet, context), onRows, async (people) => {
      const keys = new Set(people.map(({ applicant }) => applicant.subject)).difference(seen);
      for (const key of keys) seen.add(key);
      const known = await store.findKnownPeople(sheet.kind, [...keys]);
      const erased = await store.findErasedPeople([...keys]);
      return { known: people.length - keys.size + known.length, erased: erased.length };
    });
  },
});
