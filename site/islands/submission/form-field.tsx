import { definitionOf, type FieldOf, forKind } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import type { ErrorAnswer } from '#contract/wire.ts';
import { Field } from '#site/ui/field.tsx';

interface FormFieldProps<Kind extends SubmissionKind> {
  name: FieldOf<Kind>;
  kind: Kind;
  defaultValue?: string | undefined;
  /** The server's messages about the form's fields. */
  errors: ErrorAnswer['fields'];
}

/** Attributes that choose the on-screen keyboard and what the browser corrects. */
const inputAttributes = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  url: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
  handle: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
} as const;

/** A field with the control that the table of fields gives it. Renders a `Field`. */
export function FormField<Kind extends SubmissionKind>({
  name,
  kind,
  defaultValue,
  errors,
}: FormFieldProps<Kind>) {
  const { label, kinds, control } = definitionOf(name);
  const shared = {
    name,
    label: forKind(label, kind),
    required: kinds[kind] === 'required',
    defaultValue,
    error: errors?.[name],
  };
  return control.type === 'textarea' ? (
    <Field {...shared} multiline className={`high-${forKind(control.minHeightPx, kind)}`} />
  ) : (
    <Field {...shared} {...inputAttributes[control.type]} autoComplete={control.autoComplete} />
  );
}
