import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from './use-page-title.ts';

/** A view threw: a bug of the console, so the browser's console has the error. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const heading = usePageTitle('Something went wrong');
  return (
    <main className="page">
      <h1 {...heading}>Something went wrong</h1>
      <p>The console could not show this view: {error instanceof Error ? error.message : String(error)}</p>
      <Button onClick={reset}>Try again</Button>
    </main>
  );
}

export function MissingPage() {
  const heading = usePageTitle('No such view');
  return (
    <>
      <h1 {...heading}>No such view</h1>
      <p>
        The address names no view of the console. <Link to="/applicants">All applicants</Link>
      </p>
    </>
  );
}
