import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { maxIdsPerCall } from '#contract/console-calls.ts';
import { countOf } from '#contract/texts.ts';
import { useChange } from '../api/change.ts';
import { notifyMoved } from '../api/notices.ts';
import { heldQuery } from '../api/queries.ts';
import { useKeys } from '../keys/use-keys.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/problem.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { useSelection } from '../ui/use-selection.ts';
import { HeldList } from './held-list.tsx';
import './held-page.css';

interface HeldSearch {
  state?: 'parked';
}

export const readHeldSearch = ({ state }: Record<string, unknown>): HeldSearch =>
  state === 'parked' ? { state } : {};

const states = {
  quarantined: {
    name: 'Quarantined',
    search: {},
    about: 'Stored, and not sent to Slack, because they may be abuse. Release what is not.',
    empty: 'Nothing is quarantined.',
  },
  parked: {
    name: 'Parked',
    search: { state: 'parked' },
    about: 'Slack refused these messages for good. Retry them when the reason is gone, or discard them.',
    empty: 'Nothing is parked.',
  },
} as const;

const nouns = ['submission', 'submissions'] as const;

/** Submissions that are quarantined or parked, the reason of each, and actions for many. */
export function HeldPage({ search }: { search: HeldSearch }) {
  const state = search.state ?? 'quarantined';
  const heading = usePageTitle('Held');
  return (
    <>
      <div className="row page-head">
        <h1 {...heading}>Held</h1>
      </div>
      <nav className="row states" aria-label="Why it is held">
        {Object.values(states).map(({ name, search: shown }) => (
          <Link key={name} to="/held" search={shown} activeOptions={{ exact: true }}>
            {name}
          </Link>
        ))}
      </nav>
      <p className="page-about muted">{states[state].about}</p>
      <Held key={state} state={state} />
    </>
  );
}

function Held({ state }: { state: keyof typeof states }) {
  const held = useInfiniteQuery(heldQuery(state));
  const rows = held.data?.pages.flatMap((page) => page.rows) ?? [];
  const selection = useSelection(rows.map(({ id }) => id));
  const [isDiscarding, setDiscarding] = useState(false);
  const release = useChange('release', {
    onDone:
      state === 'parked'
        ? notifyMoved('is due now', ['message', 'messages'])
        : notifyMoved('released', nouns),
  });
  const discard = useChange('discard', { onDone: notifyMoved('discarded', nouns) });
  const isPending = release.isPending || discard.isPending;
  // What could not be changed stays selected, so that the button can be pressed again.
  const ids = [...selection.ids].slice(0, maxIdsPerCall);
  useKeys({ Escape: selection.clear });

  if (!held.data) return <NotLoaded query={held} failed="The list could not be loaded" />;
  if (rows.length === 0) return <Empty title={states[state].empty} />;
  return (
    <>
      <HeldList rows={rows} selection={selection} />
      <ShowMore pages={held} />
      {ids.length > 0 && (
        <SelectionBar count={countOf(ids.length, nouns)} clear={selection.clear}>
          <Button look="primary" onClick={() => release.run({ ids })} isPending={isPending}>
            {state === 'parked' ? 'Retry' : 'Release'}
          </Button>
          <Button onClick={() => setDiscarding(true)} isPending={isPending}>
            Discard…
          </Button>
        </SelectionBar>
      )}
      {isDiscarding && (
        <FormDialog
          title={`Discard ${countOf(ids.length, nouns)}`}
          verb={`Discard ${countOf(ids.length, nouns)}`}
          look="danger"
          onSubmit={() => {
            setDiscarding(false);
            discard.run({ ids });
          }}
          onClose={() => setDiscarding(false)}
        >
          <p>They stay stored, and are never sent. Only an erasure deletes them.</p>
        </FormDialog>
      )}
    </>
  );
}
