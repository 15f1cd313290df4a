import type { Overview } from '#contract/console-answers.ts';
import { Empty } from '../ui/empty.tsx';

/** Who decided, and how often. */
export function Reviewers({ overview: { reviewers } }: { overview: Overview }) {
  return (
    <section aria-labelledby="reviewers-title">
      <h2 id="reviewers-title">By reviewer</h2>
      {reviewers.length === 0 ? (
        <Empty title="Nothing was decided in this time" />
      ) : (
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Decisions</th>
              <th scope="col">Invited</th>
              <th scope="col">Declined</th>
            </tr>
          </thead>
          <tbody>
            {reviewers.map(({ name, decisions, invited, declined }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{decisions.toLocaleString('en')}</td>
                <td>{invited.toLocaleString('en')}</td>
                <td>{declined.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
