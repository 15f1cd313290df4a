import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { definitionOf, fieldNames, forKind } from '#contract/fields.ts';
import { type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { call, retryUnanswered } from '../api/call.ts';
import { readAgain } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { ChoiceField } from '../ui/choice-field.tsx';

/** The fields of the form on the site; only the email must be filled in. */
export function PersonForm() {
  const { sendsMessages } = useSession();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<WaitlistKind>('creator');
  const [changeId, setChangeId] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: (form: FormData) =>
      call('addPerson', {
        changeId,
        kind,
        fields: Object.fromEntries(fieldNames(kind).map((name) => [name, String(form.get(name) ?? '')])),
        sendsMessage: form.has('sendsMessage'),
      }),
    retry: retryUnanswered,
    onSettled: () => readAgain(queryClient),
  });
  const answer = add.data;
  const problems = answer !== undefined && 'problems' in answer ? answer.problems : {};

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (add.isPending) return;
    const form = event.currentTarget;
    const answered = await add.mutateAsync(new FormData(form)).catch(() => null);
    setChangeId(crypto.randomUUID());
    if (answered !== null && 'id' in answered && answered.id !== null) form.reset();
  }

  return (
    <form className="stack form" noValidate onSubmit={submit}>
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
        const problem = problems[name];
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
      <Button type="submit" look="primary" isPending={add.isPending}>
        Add
      </Button>
      {add.error && <p role="alert">{add.error.message}</p>}
      {answer !== undefined && 'id' in answer && (
        <p role="status">
          {answer.id === null ? (
            'They are on the list already. Nothing was changed.'
          ) : (
            <>
              Added.{' '}
              <Link to="/applicants/$id" params={{ id: answer.id }}>
                Open
              </Link>
            </>
          )}
        </p>
      )}
    </form>
  );
}
