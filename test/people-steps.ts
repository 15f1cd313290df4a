import type { Sort } from '#contract/console-view.ts';
import type { ReviewState } from '#contract/review.ts';
import type { ApplicantFilter } from '#server/store/applicants.ts';
import type { OperatorStore } from '#server/store/store.ts';
import { newDecision } from './sample-decisions.ts';
import { newSubmission } from './sample-submissions.ts';
import type { StoreFixture } from './store-fixture.ts';

/** What the tests of the list of people do again and again. */
export function createPeopleSteps(fixture: StoreFixture) {
  const accept = async (email: string, changes: Parameters<typeof newSubmission>[0] = {}) => {
    const { id } = await fixture.store.accept(
      newSubmission({ ...changes, fields: { email, ...changes.fields } }),
    );
    return id;
  };
  const decide = (id: string, to: ReviewState) => fixture.store.decide(newDecision({ id }, { to }));

  const readPage = (operator: OperatorStore, filter: ApplicantFilter, sort: Sort = 'newest') =>
    operator.readApplicants({ filter, sort, after: null, limit: 9 });

  async function readNames(
    operator: OperatorStore,
    filter: ApplicantFilter = {},
    sort: Sort = 'newest',
    limit = 2,
  ) {
    const emails: string[] = [];
    let after: string | null = null;
    do {
      const page = await operator.readApplicants({ filter, sort, after, limit });
      emails.push(...page.rows.map(({ fields }) => fields.email.slice(0, 1)));
      after = page.next;
    } while (after !== null);
    return emails.join('');
  }

  return { accept, decide, readNames, readPage };
}
