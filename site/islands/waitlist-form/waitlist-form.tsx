import { useEffect, useRef, useState } from 'react';
import type { FieldOf } from '#contract/fields.ts';
import { anchors, formTypeEvent } from '#contract/pages.ts';
import { variantKey, type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { texts } from '#contract/texts.ts';
import { functionNames, functionPath } from '#contract/wire.ts';
import { announceFormType } from '#site/islands/join-menu/choose-join.ts';
import { useRevealForm } from '#site/islands/reveal-form/use-reveal-form.ts';
import { buildWaitlistBody } from '#site/islands/submission/bodies.ts';
import { FormField } from '#site/islands/submission/form-field.tsx';
import { Honeypot } from '#site/islands/submission/honeypot.tsx';
import { OutcomeNotes } from '#site/islands/submission/outcome-notes.tsx';
import { useSubmission } from '#site/islands/submission/use-submission.ts';
import { Button } from '#site/ui/button.tsx';
import '#site/islands/submission/form-grid.css';

interface WaitlistFormProps {
  /** The variant to begin with. */
  variant: WaitlistKind;
  /** On home: the form follows the page-wide event, and has buttons for both variants. */
  switchable?: boolean;
}

const isWaitlistKind = (value: unknown): value is WaitlistKind =>
  waitlistKinds.some((kind) => kind === value);

/** The waitlist's form. Renders a `<form>` that works without scripts, as the variant it begins with. */
export function WaitlistForm({ variant, switchable = false }: WaitlistFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // What was typed before a switch of the variant, so that switching back finds it.
  const [{ kind, kept }, setVariant] = useState({ kind: variant, kept: {} as Record<string, string> });
  const venue = kind === 'venue';

  const sent = venue ? 'venueSent' : 'creatorSent';
  const { pending, outcome, fieldErrors, submit, preloadClient } = useSubmission({
    functionName: functionNames.waitlist,
    readBody: (data) => buildWaitlistBody(data, kind),
    sent,
    notSent: 'waitlistNotSent',
    onSent: () => setVariant({ kind, kept: {} }),
  });

  useRevealForm(anchors.waitlistForm, !switchable);

  useEffect(() => {
    if (!switchable) return;
    const follow = (event: Event) => {
      const chosen: unknown = event instanceof CustomEvent ? event.detail : undefined;
      if (!isWaitlistKind(chosen) || !form.current) return;
      const typed = Object.fromEntries([...new FormData(form.current)].filter(isText));
      setVariant((before) => ({ kind: chosen, kept: { ...before.kept, ...typed } }));
    };
    window.addEventListener(formTypeEvent, follow);
    return () => window.removeEventListener(formTypeEvent, follow);
  }, [switchable]);

  const place = (name: FieldOf<WaitlistKind>, layout: { wide?: boolean } = {}) => (
    <FormField
      key={name}
      name={name}
      kind={kind}
      defaultValue={kept[name]}
      errors={fieldErrors}
      {...layout}
    />
  );
  return (
    <form
      ref={form}
      method="post"
      action={functionPath(functionNames.waitlist)}
      onSubmit={submit}
      onFocus={preloadClient}
      className="form-grid"
      aria-label={texts.joinAs[kind]}
    >
      {switchable && <VariantChoice kind={kind} />}
      <input type="hidden" name={variantKey} value={String(venue)} />
      {place('name')}
      {place('email')}
      {venue ? (
        <>
          {place('venueName')}
          {place('website')}
        </>
      ) : (
        place('handle')
      )}
      {place('city', { wide: venue })}
      {place(venue ? 'message' : 'bio')}
      <Honeypot />
      <div className="grid gap-4">
        <Button type="submit" variant="primary-red" size="lg" disabled={pending} className="w-full">
          {pending ? texts.submitting : texts.joinWaitlist}
        </Button>
        <OutcomeNotes
          outcomes={[sent, 'waitlistNotSent']}
          shown={outcome}
          waiting={pending && texts.submitting}
        />
      </div>
    </form>
  );
}

const isText = (entry: [string, FormDataEntryValue]): entry is [string, string] =>
  typeof entry[1] === 'string';

/** The buttons that switch the variant, through the same event as the menus. */
function VariantChoice({ kind }: { kind: WaitlistKind }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would put the pair among the form's fields
    <div role="group" aria-label="Apply as" className="flex gap-3">
      {waitlistKinds.map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === kind ? 'default' : 'outline'}
          aria-pressed={each === kind}
          onClick={() => announceFormType(each)}
        >
          {texts.heroJoinAs[each]}
        </Button>
      ))}
    </div>
  );
}
