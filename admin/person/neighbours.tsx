import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ApplicantRow } from '#contract/answers.ts';
import { rowBehind, useSubjects } from '../api/subjects.ts';
import { useKeys } from '../keys/use-keys.ts';
import { type ListName, lists, viewOf } from '../lists.ts';
import type { ViewSearch } from '../view-search.ts';

export type Neighbours = ReturnType<typeof useNeighbours>;

/** The person before and after in the list, also behind its loaded rows. */
export function useNeighbours({ list, id, search }: { list: ListName; id: string; search: ViewSearch }) {
  const navigate = useNavigate();
  const { rows, loadRowBehind } = useSubjects(viewOf(list, search));
  const previous = rows[rows.findIndex((row) => row.id === id) - 1];
  const next = rowBehind(rows, id);
  /** Who was shown when a key or a decision went on, until somebody else is shown. */
  const left = useRef<string | null>(null);
  useEffect(
    () => () => {
      if (left.current === id) left.current = null;
    },
    [id],
  );
  const isLast = rows.at(-1)?.id === id;
  const loadNext = useEffectEvent(() => loadRowBehind(id));
  useEffect(() => {
    if (isLast) void loadNext();
  }, [isLast]);
  const open = async (row: ApplicantRow | undefined | Promise<ApplicantRow | undefined>) => {
    left.current = id;
    const found = await row;
    if (left.current !== id) return;
    if (found === undefined) left.current = null;
    else void navigate({ to: lists[list].personPath, params: { id: found.id }, search });
  };
  return {
    previous,
    next,
    goBack: () => open(previous),
    goOn: () => open(loadRowBehind(id)),
    isLeft: () => left.current === id,
  };
}

interface NeighbourLinksProps {
  list: ListName;
  search: ViewSearch;
  neighbours: Neighbours;
}

/** Links back to the list, and to the person before and after in it. */
export function NeighbourLinks({ list, search, neighbours }: NeighbourLinksProps) {
  const { path, personPath, title } = lists[list];
  const navigate = useNavigate();
  const { previous, next, goBack, goOn } = neighbours;
  const { history } = useRouter();
  const isFromList = useLocation({ select: ({ state }) => state.isFromList === true });
  // As the browser's Back does, so that the list is where it was.
  const back = () => (isFromList ? history.back() : navigate({ to: path, search, resetScroll: false }));
  useKeys({
    j: goOn,
    k: goBack,
    Escape: back,
  });
  return (
    <nav className="row neighbours" aria-label="The list">
      <Link
        to={path}
        search={search}
        resetScroll={false}
        onClick={(event) => {
          if (!isFromList || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          history.back();
        }}
      >
        ← {title}
      </Link>
      <span className="row neighbours-both">
        {previous && (
          <Link to={personPath} params={{ id: previous.id }} search={search} aria-keyshortcuts="k">
            Previous
          </Link>
        )}
        {next && (
          <Link to={personPath} params={{ id: next.id }} search={search} aria-keyshortcuts="j">
            Next
          </Link>
        )}
      </span>
    </nav>
  );
}
