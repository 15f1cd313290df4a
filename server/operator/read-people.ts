import type { ApplicantRow, NoteShown, SubmissionRecord } from '#contract/answers.ts';
import type { Sort } from '#contract/console-view.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import type { OperatorStore } from '#server/store/store.ts';

/** Read together: some milliseconds of the store's time. */
const batchSize = 500;

export interface PeopleRead {
  filter: ApplicantFilter;
  sort: Sort;
  /** At most so many; all by default. */
  limit?: number | undefined;
}

/** Everybody whom the filter selects, in batches. */
export async function* readPeople(
  store: Pick<OperatorStore, 'readApplicants'>,
  { filter, sort, limit = Number.POSITIVE_INFINITY }: PeopleRead,
): AsyncGenerator<ApplicantRow[]> {
  let left = limit;
  let next: string | null = null;
  do {
    const page = await store.readApplicants({ filter, sort, after: next, limit: Math.min(batchSize, left) });
    yield page.rows;
    left -= page.rows.length;
    next = page.next;
  } while (next !== null && left > 0);
}

/** A line of an export: an application, and the person who sent it. */
export interface ExportLine {
  application: SubmissionRecord;
  person: ApplicantRow;
  notes: readonly NoteShown[];
}

/**
 * The lines of an export, in batches and in the order of the list: one a person, with the newest application.
 *
 * @param isOfApplications one an application instead; those of a person together, the newest first
 */
export async function* readExport(
  store: Pick<OperatorStore, 'readApplicants' | 'readApplicationsOf' | 'readNotesOf'>,
  read: PeopleRead,
  isOfApplications = false,
): AsyncGenerator<ExportLine[]> {
  for await (const people of readPeople(store, read)) {
    const notes = await store.readNotesOf(people);
    const applications = isOfApplications
      ? await store.readApplicationsOf(people)
      : people.map((row) => [row]);
    yield people.flatMap((person, index) =>
      (applications[index] ?? []).map((application) => ({ application, person, notes: notes[index] ?? [] })),
    );
  }
}
