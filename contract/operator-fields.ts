import type { FieldName, FieldTable, fieldTable, PerKind } from './fields.ts';

/** How operators see a field of the table in `fields.ts`: its row in Slack's message. */
export interface OperatorField<Kinds extends FieldTable[string]['kinds']> {
  readonly label: PerKind<string, Kinds>;
  /** A long text: under its label instead of beside it, with its lines kept, after all other rows. */
  readonly isFullWidth?: true;
  /** Weight of its share of an entry in a digest; without a weight the digest leaves it out. */
  readonly digestWeight?: number;
}

/** In the order of the message's rows. */
const table: { readonly [Name in FieldName]: OperatorField<(typeof fieldTable)[Name]['kinds']> } = {
  venueName: { label: 'Venue', digestWeight: 4 },
  name: { label: 'Name', digestWeight: 4 },
  handle: { label: 'Handle', digestWeight: 3 },
  city: { label: 'City', digestWeight: 2 },
  website: { label: 'Website' },
  email: { label: 'Email', digestWeight: 6 },
  bio: { label: 'Bio', isFullWidth: true },
  message: { label: { venue: 'About the venue', contact: 'Message' }, isFullWidth: true },
};

export const operatorField = (name: FieldName): OperatorField<FieldTable[string]['kinds']> => table[name];

export const rowOrder = Object.keys(table) as FieldName[];
