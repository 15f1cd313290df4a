import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { describeImportState, describeUndone, type ImportShown } from '#contract/sheet.ts';
import { countOf } from '#contract/texts.ts';
import { useChange } from '../api/change.ts';
import { notify } from '../api/notices.ts';
import { importsQuery } from '../api/queries.ts';
import { usePageTitle } from '../layout/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import './imports-page.css';

const nouns = ['person', 'people'] as const;

/** The sheets that were imported: each can be taken back, and one that was broken off can go on. */
export function ImportsPage() {
  const heading = usePageTitle('Imports');
  const imports = useQuery(importsQuery);
  const [undoing, setUndoing] = useState<ImportShown | null>(null);
  return (
    <>
      <div className="row page-head">
        <h1 {...heading}>Imports</h1>
        <Link to="/add">Add people</Link>
      </div>
      <NotLoaded query={imports} failed="The list could not be loaded" />
      {imports.data?.length === 0 && <Empty title="No sheet was imported yet." />}
      <ul className="imports">
        {imports.data?.map((each) => (
          <li key={each.id} className="row">
            <div>
              <p>
                <b>{each.file || 'A sheet'}</b>, {countOf(each.people, nouns)} ({each.kind})
              </p>
              <p className="muted">
                By {each.by}, <Time atMs={each.atMs} />, {describeImportState(each)}. {each.id}
              </p>
            </div>
            {each.undoneAtMs === null && each.endedAtMs === null && (
              <Link to="/add" search={{ import: each.id }}>
                Go on
              </Link>
            )}
            {(each.undoneAtMs === null || each.people > 0) && (
              <Button onClick={() => setUndoing(each)}>Take back…</Button>
            )}
          </li>
        ))}
      </ul>
      {undoing && <UndoDialog shown={undoing} onClose={() => setUndoing(null)} />}
    </>
  );
}

function UndoDialog({ shown: { id, file, people }, onClose }: { shown: ImportShown; onClose: () => void }) {
  const undo = useChange('undoImport', {
    onDone(undone) {
      notify({ text: describeUndone(undone) });
      onClose();
    },
    showsFailure: true,
  });
  return (
    <FormDialog
      title={`Take ${file || 'a sheet'} back`}
      verb={`Delete ${countOf(people, nouns)}`}
      look="danger"
      isPending={undo.isPending}
      failure={undo.failure}
      onSubmit={() => undo.run({ importId: id })}
      onClose={onClose}
    >
      <p>It is possible while nobody of it was decided about or noted, or has applied.</p>
    </FormDialog>
  );
}
