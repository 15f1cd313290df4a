import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Filter, Sort } from '#contract/console-view.ts';
import { countOf } from '#contract/texts.ts';
import { arrivalsQuery, readAgain, subjectsQuery } from '../api/queries.ts';
import { announce } from '../layout/live-region.tsx';
import { Button } from '../ui/button.tsx';

interface ArrivalsBarProps {
  filter: Filter;
  sort: Sort;
  /** The highest number that the list knew of; undefined while it is loading. */
  newest: number | undefined;
  nouns: readonly [string, string];
  /** The list is empty: new rows move nothing, and are shown at once. */
  isEmpty: boolean;
}

/** Says that more have come, and shows them when asked. */
export function ArrivalsBar({ filter, sort, newest, nouns, isEmpty }: ArrivalsBarProps) {
  const queryClient = useQueryClient();
  const count = useQuery(arrivalsQuery(filter, { since: newest, isEmpty })).data?.count ?? 0;
  const text = countOf(count, [`new ${nouns[0]}`, `new ${nouns[1]}`]);
  useEffect(() => {
    if (count > 0) announce(text);
  }, [count, text]);
  const { queryKey } = subjectsQuery(filter, sort);
  const load = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey });
    readAgain(queryClient, ['totals']);
  });
  useEffect(() => {
    if (isEmpty && count > 0) load();
  }, [isEmpty, count]);
  if (count === 0 || isEmpty) return null;

  const show = async () => {
    await queryClient.resetQueries({ queryKey });
    readAgain(queryClient, ['totals']);
    document.querySelector('h1')?.focus();
    window.scrollTo({ top: 0 });
  };
  return (
    <p className="arrivals">
      <Button look="plain" onClick={show}>
        {text}. Show
      </Button>
    </p>
  );
}
