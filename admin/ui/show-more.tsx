import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './button.tsx';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'
>;

/** Loads the next page of a list, or says why it could not be loaded. */
export function ShowMore({ pages }: { pages: Pages }) {
  if (!pages.hasNextPage) return null;
  return (
    <p className="more">
      <Button onClick={() => pages.fetchNextPage()} isPending={pages.isFetchingNextPage}>
        Show more
      </Button>
      {pages.isFetchNextPageError && <span role="alert">{pages.error?.message}</span>}
    </p>
  );
}
