import { Button } from './button.tsx';

interface FailedQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface NotLoadedProps {
  query: FailedQuery & { data: unknown };
  /** What is said while it is loading, and if it fails. */
  loading?: string;
  failed: string;
}

/** Shown instead of what is being loaded, or could not be; nothing once there is something to show. */
export function NotLoaded({ query, loading = 'Loading…', failed }: NotLoadedProps) {
  if (query.data !== undefined) return null;
  if (query.error !== null) return <Problem title={failed} query={query} />;
  return <p className="loading muted">{loading}</p>;
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
