import { useEffect, useState } from 'react';
import { formTypeEvent, waitlistFormHref } from '#contract/pages.ts';
import { variantKey, type WaitlistKind, waitlistKinds } from '#contract/submission.ts';
import { texts } from '#contract/texts.ts';
import { readFormType } from '#site/islands/join-menu/form-type.ts';
import { chosenFormType } from '#site/islands/submission/draft.ts';
import { SubmissionForm } from '#site/islands/submission/submission-form.tsx';
import { useSubmission } from '#site/islands/submission/use-submission.ts';
import { Button } from '#site/ui/button.tsx';

interface WaitlistFormProps {
  variant: WaitlistKind;
  /** On home: the form follows the page-wide event, and has buttons for both variants. */
  switchable?: boolean;
}

/** The waitlist's form. Renders a `<form>` that works without scripts, as the variant it begins with. */
export function WaitlistForm({ variant, switchable = false }: WaitlistFormProps) {
  const [kind, setKind] = useState(variant);
  const submission = useSubmission(kind);
  const { reset } = submission;

  useEffect(() => {
    if (!switchable) return;
    const show = (chosen: WaitlistKind | undefined) => {
      if (!chosen) return;
      setKind(chosen);
      reset();
    };
    show(chosenFormType());
    const follow = (event: Event) => show(readFormType(event));
    window.addEventListener(formTypeEvent, follow);
    return () => window.removeEventListener(formTypeEvent, follow);
  }, [switchable, reset]);

  return (
    <SubmissionForm
      kind={kind}
      kinds={switchable ? waitlistKinds : [kind]}
      label={texts.joinAs[kind]}
      send={texts.joinWaitlist}
      submission={submission}
    >
      {switchable && <VariantChoice kind={kind} />}
      <input type="hidden" name={variantKey} value={String(kind === 'venue')} />
    </SubmissionForm>
  );
}

/**
 * The two that switch the variant, through the same event as the menus (`setUpFormType`). Links to the pages that have
 * the forms: without scripts, or when their code does not arrive, they lead there.
 */
function VariantChoice({ kind }: { kind: WaitlistKind }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would put the pair among the form's fields
    <div role="group" aria-label="Join as" className="form-switch">
      {waitlistKinds.map((each) => (
        <Button
          key={each}
          size="sm"
          variant={each === kind ? 'default' : 'outline'}
          href={waitlistFormHref(each)}
          aria-current={each === kind || undefined}
          data-form-type={each}
        >
          {texts.heroJoinAs[each]}
        </Button>
      ))}
    </div>
  );
}
