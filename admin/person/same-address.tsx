import { Link } from '@tanstack/react-router';
import type { SubmissionRecord } from '#contract/answers.ts';
import { describeDelivery } from '#contract/channels.ts';
import { fieldValue } from '#contract/fields.ts';
import { kindNames } from '#contract/submission.ts';
import type { Person } from '../api/queries.ts';
import { lists } from '../lists.ts';
import { StateMark } from '../ui/state-mark.tsx';
import { Time } from '../ui/time.tsx';
import { ToldMark } from '../ui/told-mark.tsx';

/** What else came from the mailbox: the other side, messages, and what is held. Each leads to its page. */
export function SameAddress({ person: { mailbox } }: { person: Person }) {
  if (mailbox.rows.length + mailbox.held.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="same-address-title">
      <h2 id="same-address-title">Also from this address</h2>
      <ul className="history">
        {mailbox.rows.map((row) => (
          <li key={row.id}>
            <Time atMs={row.receivedAtMs} />
            <div>
              <PersonLink record={row} /> <StateMark state={row.state} appliedAgain={row.appliedAgain} />{' '}
              {row.told && <ToldMark told={row.told} />}
            </div>
          </li>
        ))}
        {mailbox.held.map((record) => (
          <li key={record.id}>
            <Time atMs={record.receivedAtMs} />
            <div>
              <PersonLink record={record} /> {describeDelivery(record.delivery.state)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PersonLink({ record }: { record: SubmissionRecord }) {
  const { kind, id, fields } = record;
  const { personPath } = lists[kind === 'contact' ? 'messages' : 'applicants'];
  const text = kind === 'contact' ? fieldValue(record, 'message') : fields.name || fields.email;
  return (
    <Link to={personPath} params={{ id }} className="line">
      {kindNames[kind][0]}: {text}
    </Link>
  );
}
