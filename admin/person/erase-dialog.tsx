import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { describeErased, describeErasePlan } from '#contract/erasure.ts';
import { useChange } from '../api/change.ts';
import { useDraft } from '../api/draft.ts';
import { notify } from '../api/notices.ts';
import type { Person } from '../api/queries.ts';
import { erasePlanQuery } from '../api/queries.ts';
import { type ListName, lists } from '../lists.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NotLoaded } from '../ui/problem.tsx';
import type { ViewSearch } from '../view-search.ts';

/** What has to be typed. */
const word = 'erase';

interface EraseDialogProps {
  person: Person;
  name: string;
  list: ListName;
  search: ViewSearch;
  onClose: () => void;
}

/** Says what is deleted and what stays, before it is deleted. */
export function EraseDialog({ person, name, list, search, onClose }: EraseDialogProps) {
  const plan = useQuery(erasePlanQuery(person.id));
  const draft = useDraft(person.id);
  const [typed, setTyped] = useState('');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const erase = useChange('erase', {
    async onDone(erased) {
      draft.set('');
      await navigate({ to: lists[list].path, search });
      // No data of the person stays in the browser either.
      queryClient.removeQueries({ type: 'inactive' });
      const says = [...Object.values(describeErased(erased)), erased.filesLeft];
      const [text = 'Erased.', ...details] = says.filter((sentence) => typeof sentence === 'string');
      notify({ text, details });
    },
    showsFailure: true,
  });
  return (
    <FormDialog
      title={`Erase ${name}`}
      verb="Erase"
      look="danger"
      isDisabled={!plan.data || typed.trim().toLowerCase() !== word}
      isPending={erase.isPending}
      failure={erase.failure}
      onSubmit={() => erase.run({ whose: { about: person.id } })}
      onClose={onClose}
    >
      <NotLoaded query={plan} loading="Looking at what is stored…" failed="It could not be looked up" />
      {plan.data && (
        <>
          <ul className="stack plan">
            {describeErasePlan(plan.data).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <label className="stack field">
            <span>
              This cannot be undone. Type <strong>{word}</strong> to go on
            </span>
            <input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
          </label>
        </>
      )}
    </FormDialog>
  );
}
