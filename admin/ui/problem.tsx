import { Button } from './button.tsx';

interface FailedQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shown instead of what could not be loaded. */
export function Problem({ title, query }: { title: string; query: FailedQuery }) {
  return (
    <div className="stack empty" role="alert">
      <p className="empty-title">{title}</p>
      <p>{query.error?.message}</p>
      <Button onClick={() => query.refetch()} isPending={query.isFetching}>
        Try again
      </Button>
    </div>
  );
}
