import { Link } from '@tanstack/react-router';
import type { ViewSearch } from '../view-search.ts';

/** How many applicants, as a link to them. */
export function CountLink({ count, search, of }: { count: number; search: ViewSearch; of: string }) {
  const number = count.toLocaleString('en');
  if (count === 0) return <span className="muted">0</span>;
  return (
    <Link to="/applicants" search={search} aria-label={`${number} ${of}`}>
      {number}
    </Link>
  );
}
