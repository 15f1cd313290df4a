import { definitionOf, type FieldName, forKind } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { Field } from '#site/ui/field.tsx';

interface FormFieldProps {
  name: FieldName;
  kind: SubmissionKind;
  error: string | undefined;
}

/** Attributes that choose the on-screen keyboard and what the browser corrects. */
const inputAttributes = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  url: { inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
  handle: { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
} as const;

/** A field with the control that the table of fields gives it. Renders a `Field`. */
export function FormField({ name, kind, ...rest }: FormFieldProps) {
  const { label, kinds, control } = definitionOf(name);
  const shared = {
    name,
    label: forKind(label, kind),
    required: kinds[kind] === 'required',
    ...rest,
  };
  return control.type === 'textarea' ? (
    <Field {...shared} multiline className={`high-${forKind(control.minHeightPx, kind)}`} />
  ) : (
    <Field {...shared} {...inputAttributes[control.type]} autoComplete={control.autoComplete} />
  );
}
