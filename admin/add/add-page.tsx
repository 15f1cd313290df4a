import { Link } from '@tanstack/react-router';
import { usePageTitle } from '../layout/use-page-title.ts';
import './add-page.css';
import { PersonForm } from './person-form.tsx';
import { SheetForm } from './sheet-form.tsx';

interface AddSearch {
  /** The import that goes on. */
  import?: string;
}

export const readAddSearch = ({ import: id }: Record<string, unknown>): AddSearch =>
  typeof id === 'string' ? { import: id } : {};

/** People who come otherwise than by a form: from a spreadsheet, or one whom the team met. */
export function AddPage({ search }: { search: AddSearch }) {
  const heading = usePageTitle('Add people');
  return (
    <>
      <div className="row page-head">
        <h1 {...heading}>Add people</h1>
        <Link to="/imports">Imports</Link>
      </div>
      <div className="add">
        <section className="stack" aria-labelledby="add-sheet">
          <h2 id="add-sheet">From a spreadsheet</h2>
          <SheetForm key={search.import} importId={search.import} />
        </section>
        <section className="stack" aria-labelledby="add-person">
          <h2 id="add-person">One person</h2>
          <PersonForm />
        </section>
      </div>
    </>
  );
}
