import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SubmissionRecord } from '#contract/answers.ts';
import { fieldValue } from '#contract/fields.ts';
import { kindNames } from '#contract/submission.ts';
import { CallError } from '../api/call.ts';
import { useDecisions } from '../api/decisions.tsx';
import type { Person } from '../api/queries.ts';
import { personQuery } from '../api/queries.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { type ListName, lastShown, lists } from '../lists.ts';
import { Email } from '../ui/email.tsx';
import { Empty } from '../ui/empty.tsx';
import { NotLoaded } from '../ui/problem.tsx';
import { StateMark } from '../ui/state-mark.tsx';
import { Time } from '../ui/time.tsx';
import { AnswerMark, ToldMark } from '../ui/told-mark.tsx';
import type { ViewSearch } from '../view-search.ts';
import { Application } from './application.tsx';
import { DecidePanel } from './decide-panel.tsx';
import { History } from './history.tsx';
import { Letters } from './letters.tsx';
import { NeighbourLinks, type Neighbours, useNeighbours } from './neighbours.tsx';
import { PersonActions } from './person-actions.tsx';
import { SameAddress } from './same-address.tsx';
import './person-page.css';

interface PersonPageProps {
  list: ListName;
  id: string;
  /** The list that the person was opened from. */
  search: ViewSearch;
}

/** An applicant, or a contact message: what was sent, what was decided, what was sent back. */
export function PersonPage({ list, id, search }: PersonPageProps) {
  const person = useQuery(personQuery(id));
  const { asDecided } = useDecisions();
  const isMissing = person.error instanceof CallError && person.error.code === 'NOT_FOUND';
  useEffect(() => lastShown.set(id), [id]);
  const neighbours = useNeighbours({ list, id, search });
  return (
    <>
      <NeighbourLinks list={list} search={search} neighbours={neighbours} />
      {isMissing && !person.data ? (
        <Empty title="Nobody is here">
          <p>Erased, or the address is wrong.</p>
          <Link to={lists[list].path}>All {lists[list].nouns[1]}</Link>
        </Empty>
      ) : (
        <NotLoaded query={person} failed="It could not be loaded" />
      )}
      {person.data && (
        <PersonShown
          key={id}
          person={asDecided(person.data)}
          list={list}
          search={search}
          neighbours={neighbours}
        />
      )}
    </>
  );
}

interface PersonShownProps {
  person: Person;
  list: ListName;
  search: ViewSearch;
  neighbours: Neighbours;
}

function PersonShown({ person, list, search, neighbours }: PersonShownProps) {
  const listed = person.applications.filter(({ delivery: { state } }) => !isHeld(state));
  const newest = listed.at(-1) ?? person.applications.at(-1);
  const email = newest ? fieldValue(newest, 'email') : '';
  // A sheet may have no names.
  const name = (newest && fieldValue(newest, 'name')) || email;
  const heading = usePageTitle(name);
  return (
    <article className="person">
      <header className="row person-head">
        <h1 {...heading}>{name}</h1>
        <p className="row person-facts">
          <StateMark state={person.state} appliedAgain={person.appliedAgain} />
          <span>{kindNames[person.kind][0]}</span>
          <span>
            <Email address={email} isLink />
          </span>
          {person.told && <ToldMark told={person.told} />}
          {person.answer && <AnswerMark answer={person.answer} />}
          {listed.length > 1 && person.kind !== 'contact' && <span>applied {listed.length}×</span>}
          {person.firstAppliedAtMs !== null && (
            <span>
              applied first on <Time atMs={person.firstAppliedAtMs} />
            </span>
          )}
        </p>
        <PersonActions person={person} name={name} email={email} list={list} search={search} />
      </header>
      {newest && <Application application={newest} title={titleOf(person, newest, newest)} />}
      <aside className="stack person-review" aria-label="Review">
        <SameAddress person={person} />
        <DecidePanel person={person} name={name} neighbours={neighbours} />
        <Letters person={person} />
        <History person={person} />
      </aside>
      <div className="stack person-earlier">
        {person.applications
          .filter((application) => application !== newest)
          .reverse()
          .map((application) => (
            <Application
              key={application.id}
              application={application}
              title={titleOf(person, application, newest)}
            />
          ))}
      </div>
    </article>
  );
}

/** A quarantined submission neither names the person nor is the newest: it may not be theirs. */
const isHeld = (state: SubmissionRecord['delivery']['state']) =>
  state === 'quarantined' || state === 'discarded';

function titleOf(
  { kind, applications }: Person,
  application: SubmissionRecord,
  newest: SubmissionRecord | undefined,
): string {
  if (kind === 'contact') return 'Message';
  if (applications.length === 1) return 'Application';
  if (application === newest) return 'Newest application';
  return `Application ${applications.indexOf(application) + 1}`;
}
