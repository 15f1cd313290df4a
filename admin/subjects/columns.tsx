import type { ReactNode } from 'react';
import type { ApplicantRow } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { kindNames } from '#contract/submission.ts';
import { Email } from '../ui/email.tsx';
import { Time } from '../ui/time.tsx';
import { ToldMark } from '../ui/told-mark.tsx';

interface ColumnShown {
  name: string;
  /** null: there is nothing to show. */
  cell: (row: ApplicantRow) => ReactNode;
}

/** Columns that the list can show beside name and state, which are always shown. */
export const columnTable = {
  kind: { name: 'Kind', cell: ({ kind }) => kindNames[kind][0] },
  email: { name: 'Email', cell: ({ fields }) => <Email address={fields.email} /> },
  handle: { name: 'Handle', cell: (row) => fieldValue(row, 'handle') },
  venueName: { name: 'Venue', cell: (row) => fieldValue(row, 'venueName') },
  city: { name: 'City', cell: (row) => fieldValue(row, 'city') },
  received: { name: 'Applied', cell: ({ receivedAtMs }) => <Time atMs={receivedAtMs} /> },
  applications: { name: 'Times applied', cell: ({ applications }) => applications },
  decided: {
    name: 'Decided',
    cell: ({ decidedAtMs, decidedBy }) =>
      decidedAtMs === null ? null : (
        <>
          {decidedBy}, <Time atMs={decidedAtMs} />
        </>
      ),
  },
  letter: { name: 'Told', cell: ({ told }) => told && <ToldMark told={told} /> },
} satisfies Record<string, ColumnShown>;

export type Column = keyof typeof columnTable;

export const columns = Object.keys(columnTable) as Column[];
