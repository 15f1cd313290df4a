import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WavePlan } from '#contract/console-calls.ts';
import type { Filter } from '#contract/console-view.ts';
import { isToldState, type ReviewState } from '#contract/review.ts';
import { useDecisions } from '../api/decisions.tsx';
import { wavePlanQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import type { DecisionDetails, Tell } from '../api/tell.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { NumberTable } from '../ui/number-table.tsx';
import { Problem } from '../ui/problem.tsx';
import { TellFields, useTell } from '../ui/tell-fields.tsx';
import { formatTime } from '../ui/time.tsx';
import { DecideForm } from './decide-form.tsx';
import { countOf, type ListName, lists, verbOf } from './lists.ts';

/** Above this number of people the dialog asks twice. */
const mostAskedOnce = 50;

interface WaveDialogProps {
  to: ReviewState;
  list: ListName;
  filter: Filter;
  /** The highest number in the view: people who applied later are not included. */
  newest: number;
  onStarted: () => void;
  onClose: () => void;
}

/** Asks before a decision about everyone of a view: shows whom it is about and when they are told. */
export function WaveDialog({ to, list, filter, newest, onStarted, onClose }: WaveDialogProps) {
  const tell = useTell();
  const { waves } = useDecisions();
  const [asked, setAsked] = useState<DecisionDetails | null>(null);
  const plan = useQuery(wavePlanQuery({ filter, newest, to, letter: tell.tellsDeclined }));
  const verb = verbOf(list, to);
  const people = plan.data?.people ?? [];
  const count = countOf(people.length, lists[list].nouns);
  const begin = (details: DecisionDetails) => {
    waves.start({ to, people, ...details });
    onStarted();
    onClose();
  };

  return (
    <Dialog title={plan.data ? `${verb}: ${count}` : verb} onClose={onClose}>
      {plan.isPending && <p className="loading muted">Looking who that is…</p>}
      {plan.isError && !plan.data && <Problem title="It could not be looked up" query={plan} />}
      {plan.data && asked === null && (
        <DecideForm
          to={to}
          list={list}
          tell={tell}
          people={<Sides plan={plan.data} />}
          count={people.length}
          already={plan.data.already}
          onDecide={people.length > mostAskedOnce ? setAsked : begin}
          onClose={onClose}
        >
          <TellFields to={[to]} choice={tell} />
          {!tell.isTimed && (
            <Telling to={to} tell={{ atMs: null, letter: tell.tellsDeclined }} count={people.length} />
          )}
        </DecideForm>
      )}
      {plan.data && asked !== null && (
        <div className="stack form">
          <p>
            These are {count}
            {list === 'applicants' && `: ${describeKinds(plan.data)}`}.
          </p>
          <Telling to={to} tell={asked.tell} count={people.length} />
          <div className="row form-end">
            {/* It has the focus, so that a key that is pressed twice decides nothing. */}
            <Button ref={focusFirst} onClick={() => setAsked(null)}>
              Back
            </Button>
            <Button look="primary" onClick={() => begin(asked)}>
              Yes, {verb.toLowerCase()} all {people.length.toLocaleString('en')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

const focusFirst = (button: HTMLButtonElement | null) => button?.focus();

const describeKinds = ({ kinds: { creator, venue } }: WavePlan): string =>
  `${countOf(creator, ['creator', 'creators'])}, ${countOf(venue, ['venue', 'venues'])}`;

/** How many they are, by side and city. */
function Sides({ plan: { kinds, cities, others } }: { plan: WavePlan }) {
  if (cities.length === 0) return null;
  return (
    <NumberTable
      head={['City', 'Creators', 'Venues']}
      rows={[
        ...cities.map(({ city, creator, venue }) => [city, creator, venue] as const),
        ...(others > 0 ? [['Elsewhere', others] as const] : []),
      ]}
      foot={['All', kinds.creator, kinds.venue]}
    />
  );
}

/** Whether they are told, and when. */
function Telling({ to, tell: { atMs, letter }, count }: { to: ReviewState; tell: Tell; count: number }) {
  const { sendsLetters, timeZone } = useSession();
  if (!isToldState(to) || count === 0) return null;
  if (to === 'declined' && !letter) return sendsLetters ? <p>Nobody is told.</p> : null;
  if (!sendsLetters) return <p>No letter goes out: letters are not set up.</p>;
  const letters = countOf(count, ['letter goes', 'letters go']);
  return atMs === null ? (
    <p>
      {letters} at once: each ten seconds after its decision. All of it can be undone only while nobody was
      told; a time leaves you longer.
    </p>
  ) : (
    <p>
      {letters} on {formatTime(atMs, timeZone)} ({timeZone}). Until then all of it can be undone.
    </p>
  );
}
