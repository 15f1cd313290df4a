import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { maxRowsPerCall } from '#contract/console-calls.ts';
import { call } from '../api/call.ts';
import { heldQuery, keys } from '../api/queries.ts';
import { useKeys } from '../keys/use-keys.ts';
import { notify } from '../layout/notices.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { countOf } from '../subjects/lists.ts';
import { useSelection } from '../subjects/use-selection.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { Problem } from '../ui/problem.tsx';
import { HeldList } from './held-list.tsx';
import './held-page.css';

const states = ['quarantined', 'parked'] as const;
type HeldState = (typeof states)[number];
interface HeldSearch {
  state?: HeldState;
}

export const readHeldSearch = ({ state }: Record<string, unknown>): HeldSearch =>
  state === 'parked' ? { state } : {};

const words = {
  quarantined: {
    name: 'Quarantined',
    about: 'Stored, and not sent to Slack, because they may be abuse. Release what is not.',
    empty: 'Nothing is quarantined.',
  },
  parked: {
    name: 'Parked',
    about: 'Slack refused these messages for good. Release them when the reason is gone.',
    empty: 'Nothing is parked.',
  },
} as const;

const nouns = ['submission', 'submissions'] as const;
const inChunks = (ids: readonly string[]): string[][] =>
  ids.length === 0 ? [] : [ids.slice(0, maxRowsPerCall), ...inChunks(ids.slice(maxRowsPerCall))];

/** What is stored and not sent: why each is held, and what to do with many. */
export function HeldPage({ search }: { search: HeldSearch }) {
  const state = search.state ?? 'quarantined';
  const heading = usePageTitle('Held');
  return (
    <>
      <div className="page-head">
        <h1 {...heading}>Held</h1>
      </div>
      <nav className="states" aria-label="Why it is held">
        {states.map((each) => (
          <Link
            key={each}
            to="/held"
            search={each === 'quarantined' ? {} : { state: each }}
            activeOptions={{ exact: true }}
          >
            {words[each].name}
          </Link>
        ))}
      </nav>
      <p className="page-about">{words[state].about}</p>
      <Held key={state} state={state} />
    </>
  );
}

function Held({ state }: { state: HeldState }) {
  const held = useInfiniteQuery(heldQuery(state));
  const rows = held.data?.pages.flatMap((page) => page.rows) ?? [];
  const selection = useSelection(rows.map(({ id }) => id));
  const [isDiscarding, setDiscarding] = useState(false);
  const queryClient = useQueryClient();

  const move = useMutation({
    async mutationFn(name: 'release' | 'discard') {
      let moved = 0;
      for (const ids of inChunks([...selection.ids])) moved += (await call(name, { ids })).moved;
      return { name, moved };
    },
    onSuccess({ name, moved }) {
      selection.clear();
      notify({ text: `${countOf(moved, nouns)} ${name === 'release' ? 'released' : 'discarded'}.` });
    },
    onError: (error) => notify({ text: `Not all were moved. ${error.message}` }),
    onSettled() {
      for (const queryKey of [keys.held, keys.subjects, keys.totals, keys.overview])
        void queryClient.resetQueries({ queryKey });
    },
  });
  useKeys({ Escape: selection.clear });

  if (held.isError && !held.data) return <Problem title="The list could not be loaded" query={held} />;
  if (held.isPending) return <p className="loading">Loading…</p>;
  if (rows.length === 0) return <Empty title={words[state].empty} />;
  const count = selection.ids.size;
  return (
    <>
      <HeldList rows={rows} selection={selection} />
      {held.hasNextPage && (
        <p className="more">
          <Button onClick={() => held.fetchNextPage()} isPending={held.isFetchingNextPage}>
            Show more
          </Button>
        </p>
      )}
      {count > 0 && (
        <section className="selection" aria-label="Selected rows">
          <p>{countOf(count, nouns)} selected</p>
          <Button look="primary" onClick={() => move.mutate('release')} isPending={move.isPending}>
            Release
          </Button>
          {state === 'quarantined' && (
            <Button onClick={() => setDiscarding(true)} isPending={move.isPending}>
              Discard…
            </Button>
          )}
          <Button look="plain" onClick={selection.clear}>
            Select nothing
          </Button>
        </section>
      )}
      <Dialog
        title={`Discard ${countOf(count, nouns)}`}
        isOpen={isDiscarding}
        onClose={() => setDiscarding(false)}
      >
        <p>They stay stored, and are never sent. Nobody but an erasure deletes them.</p>
        <div className="form-end">
          <Button
            look="danger"
            onClick={() => {
              setDiscarding(false);
              move.mutate('discard');
            }}
          >
            Discard {countOf(count, nouns)}
          </Button>
          <Button look="plain" data-first onClick={() => setDiscarding(false)}>
            Cancel
          </Button>
        </div>
      </Dialog>
    </>
  );
}
