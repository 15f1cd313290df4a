import type { FieldName, FieldTable, fieldTable, PerKind } from './fields.ts';

/** How operators see a field of the table in `fields.ts`: its row in Slack's message, its column in the export. */
export interface OperatorField<Kinds extends FieldTable[string]['kinds']> {
  readonly slack: {
    readonly label: PerKind<string, Kinds>;
    /** A long text: under its label instead of beside it, with its lines kept, after all other rows. */
    readonly isFullWidth?: true;
    /** Weight of its share of an entry in a digest; without a weight the digest leaves it out. */
    readonly digestWeight?: number;
  };
  /** Title of its column in the CSV export. */
  readonly column: string;
}

/** In the order of the message's rows. */
const table: { readonly [Name in FieldName]: OperatorField<(typeof fieldTable)[Name]['kinds']> } = {
  venueName: { slack: { label: 'Venue', digestWeight: 4 }, column: 'venueName' },
  name: { slack: { label: 'Name', digestWeight: 4 }, column: 'name' },
  handle: { slack: { label: 'Handle', digestWeight: 3 }, column: 'handle' },
  city: { slack: { label: 'City', digestWeight: 2 }, column: 'city' },
  website: { slack: { label: 'Website' }, column: 'website' },
  email: { slack: { label: 'Email', digestWeight: 6 }, column: 'email' },
  bio: { slack: { label: 'Bio', isFullWidth: true }, column: 'bio' },
  message: {
    slack: { label: { venue: 'About the venue', contact: 'Message' }, isFullWidth: true },
    column: 'message',
  },
};

export const operatorField = (name: FieldName): OperatorField<FieldTable[string]['kinds']> => table[name];

/** Names of the fields in the order of the message's rows. */
export const rowOrder = Object.keys(table) as FieldName[];
