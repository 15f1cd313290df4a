import { type SubmissionKind, variantKey, waitlistKinds } from './submission.ts';

type Kinds = { readonly [Kind in SubmissionKind]?: 'required' | 'optional' };

/** One value, or one for each kind that has the field. */
export type PerKind<Value, FieldKinds extends Kinds> = Value | { readonly [Kind in keyof FieldKinds]: Value };

export type MinHeightPx = 120 | 150;

/**
 * What browser and server know of a field. Types, the wire's keys, limits and the form's controls follow
 * from it. How operators see it is in `operator-fields.ts`, which no browser loads.
 */
export interface FieldDefinition<FieldKinds extends Kinds = Kinds> {
  readonly kinds: FieldKinds;
  readonly label: PerKind<string, FieldKinds>;
  /** Maximum number of characters (code points), counted after trimming; the server's limit, far above what people type. */
  readonly maxCharacters: number;
  readonly control:
    | { readonly type: 'text' | 'email' | 'url' | 'handle'; readonly autoComplete: string }
    | { readonly type: 'textarea'; readonly minHeightPx: PerKind<MinHeightPx, FieldKinds> };
  /**
   * Date (`2026-11-30`) of a field that was added to a site already in use. Pages that were opened
   * before do not send its key, so the key may be missing, even of a required field.
   */
  readonly addedOn?: string;
}

/** Lets the compiler check that each kind of a field has its label. */
const field = <const FieldKinds extends Kinds>(
  definition: FieldDefinition<FieldKinds>,
): FieldDefinition<FieldKinds> => definition;

/** Every field of the forms, in the order of the forms and of the wire's keys. To add one: see "Changing it" in README.md. */
export const fieldTable = {
  name: field({
    kinds: { creator: 'required', venue: 'required', contact: 'required' },
    label: 'Name',
    maxCharacters: 200,
    control: { type: 'text', autoComplete: 'name' },
  }),
  email: field({
    kinds: { creator: 'required', venue: 'required', contact: 'required' },
    label: 'Email',
    maxCharacters: 320,
    control: { type: 'email', autoComplete: 'email' },
  }),
  handle: field({
    kinds: { creator: 'required' },
    label: 'Instagram or TikTok handle',
    maxCharacters: 200,
    control: { type: 'handle', autoComplete: 'off' },
  }),
  venueName: field({
    kinds: { venue: 'required' },
    label: 'Venue name',
    maxCharacters: 200,
    control: { type: 'text', autoComplete: 'organization' },
  }),
  website: field({
    kinds: { venue: 'optional' },
    label: 'Website',
    maxCharacters: 2_000,
    control: { type: 'url', autoComplete: 'url' },
  }),
  city: field({
    kinds: { creator: 'required', venue: 'required' },
    label: 'City',
    maxCharacters: 200,
    control: { type: 'text', autoComplete: 'address-level2' },
  }),
  bio: field({
    kinds: { creator: 'required' },
    label: 'Short bio',
    maxCharacters: 5_000,
    control: { type: 'textarea', minHeightPx: 120 },
  }),
  message: field({
    kinds: { venue: 'required', contact: 'required' },
    label: { venue: 'About your venue', contact: 'Message' },
    maxCharacters: 5_000,
    control: { type: 'textarea', minHeightPx: { venue: 120, contact: 150 } },
  }),
};

export type FieldTable = Readonly<Record<string, FieldDefinition>>;
type Fields = typeof fieldTable;

/** Names of the fields of a kind. For a union of kinds: of every field that at least one of them has. */
export type FieldOf<Kind extends SubmissionKind> = {
  [Name in keyof Fields]: Kind extends keyof Fields[Name]['kinds'] ? Name : never;
}[keyof Fields];

export type FieldName = FieldOf<SubmissionKind>;

/** A kind's values: text, trimmed; empty where an optional field was left out. */
export type FieldsOf<Kind extends SubmissionKind> = Readonly<Record<FieldOf<Kind>, string>>;

/** What a visitor sent, by kind. */
export type Submission = {
  [Kind in SubmissionKind]: { kind: Kind; fields: FieldsOf<Kind> };
}[SubmissionKind];

/** Body of `send-waitlist-to-slack`: always all of these keys; what the variant does not show is an empty string. */
export type WaitlistBody = Record<FieldOf<'creator' | 'venue'>, string> & { [variantKey]: boolean };

/** Body of `send-to-slack`. */
export type ContactBody = Record<FieldOf<'contact'>, string>;

/** Names of the fields that any of the kinds has, in the order of the table. */
export const fieldNamesIn = (table: FieldTable, kinds: readonly SubmissionKind[]): string[] =>
  Object.keys(table).filter((name) => kinds.some((kind) => table[name]?.kinds[kind]));

/** Names of the fields in `fieldTable` that any of the kinds has, in its order. */
export const fieldNames = <Kind extends SubmissionKind>(...kinds: readonly Kind[]): FieldOf<Kind>[] =>
  fieldNamesIn(fieldTable, kinds) as FieldOf<Kind>[];

/** Keys of the bodies, in the order in which the pages send them. */
export const waitlistKeys: readonly (keyof WaitlistBody)[] = [...fieldNames(...waitlistKinds), variantKey];
export const contactKeys: readonly (keyof ContactBody)[] = fieldNames('contact');

export const definitionOf = (name: FieldName): FieldDefinition => fieldTable[name];

/** The kind's own value where the table has one for each. */
export const forKind = <Value extends string | number>(
  value: PerKind<Value, Kinds>,
  kind: SubmissionKind,
): Value => (typeof value === 'object' ? value[kind] : value) as Value;

/** The value of a field; empty where the submission's kind does not have it. */
export function fieldValue(submission: Submission, name: FieldName): string {
  const values: Partial<Record<FieldName, string>> = submission.fields;
  return values[name] ?? '';
}
