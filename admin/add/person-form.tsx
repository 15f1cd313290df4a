import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { definitionOf, fieldNames, forKind } from '#contract/fields.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { useChange } from '../api/change.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';

/** The fields of the form on the site; only the email must be filled in. */
export function PersonForm() {
  const { sendsMessages } = useSession();
  const [kind, setKind] = useState<WaitlistKind>('creator');
  const form = useRef<HTMLFormElement>(null);
  const add = useChange('addPerson', {
    onDone: ({ id }) => void (id && form.current?.reset()),
    showsFailure: true,
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (add.isPending) return;
    const given = new FormData(event.currentTarget);
    const fields = Object.fromEntries(fieldNames(kind).map((name) => [name, String(given.get(name) ?? '')]));
    add.run({
      kind,
      fields,
      sendsMessage: given.has('sendsMessage'),
      althoughErased: given.has('althoughErased'),
    });
  }

  return (
    <form ref={form} className="stack form" noValidate onSubmit={submit}>
      <ChoiceField
        label="Who it is"
        value={kind}
        options={Object.fromEntries(waitlistKinds.map((each) => [each, each]))}
        onChange={(chosen) => {
          setKind(chosen as WaitlistKind);
          add.reset();
        }}
      />
      {fieldNames(kind).map((name) => {
        const { label, control } = definitionOf(name);
        const id = `add-${name}`;
        const problem = add.data?.problems?.[name];
        const shared = {
          id,
          name,
          'aria-invalid': problem !== undefined || undefined,
          required: name === 'email',
        };
        return (
          <div key={name} className="stack field">
            <label htmlFor={id}>{forKind(label, kind)}</label>
            {control.type === 'textarea' ? (
              <textarea {...shared} />
            ) : (
              <input {...shared} autoComplete="off" />
            )}
            {problem !== undefined && <small role="alert">{problem}</small>}
          </div>
        );
      })}
      {sendsMessages && (
        <label className="check">
          <input type="checkbox" name="sendsMessage" />
          Post them to Slack
        </label>
      )}
      {add.data?.wasErased && (
        <label className="check">
          <input type="checkbox" name="althoughErased" />
          They want to be on the list again
        </label>
      )}
      <Button type="submit" look="primary" isPending={add.isPending}>
        Add
      </Button>
      {add.failure && <p role="alert">{add.failure}</p>}
      {add.data?.id !== undefined && (
        <p role="status">
          {add.data.id === null && add.data.wasErased ? (
            'They asked to be erased. Nothing was changed.'
          ) : add.data.id === null ? (
            'They are on the list already. Nothing was changed.'
          ) : (
            <>
              Added.{' '}
              <Link to="/applicants/$id" params={{ id: add.data.id }}>
                Open
              </Link>
            </>
          )}
        </p>
      )}
    </form>
  );
}
