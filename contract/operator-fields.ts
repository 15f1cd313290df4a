import type { FieldName, FieldTable, OwnTable, PerKind } from './fields.ts';

/** How operators see a field of the table in `fields.ts`: its row in Slack's message, its column in the export. */
export interface OperatorField<Kinds extends FieldTable[string]['kinds']> {
  readonly slack: {
    readonly label: PerKind<string, Kinds>;
    /** Place among the message's rows. */
    readonly order: number;
    /** A long text: under its label instead of beside it, with its lines kept, after all other rows. */
    readonly isFullWidth?: true;
    /** Weight of its share of a digest's entry; without one the digest leaves it out. */
    readonly digestWeight?: number;
  };
  /** Title of its column in the CSV export. */
  readonly column: string;
}

const table: { readonly [Name in FieldName]: OperatorField<OwnTable[Name]['kinds']> } = {
  name: { slack: { label: 'Name', order: 2, digestWeight: 4 }, column: 'name' },
  email: { slack: { label: 'Email', order: 6, digestWeight: 6 }, column: 'email' },
  handle: { slack: { label: 'Handle', order: 3, digestWeight: 3 }, column: 'handle' },
  venueName: { slack: { label: 'Venue', order: 1, digestWeight: 4 }, column: 'venueName' },
  website: { slack: { label: 'Website', order: 5 }, column: 'website' },
  city: { slack: { label: 'City', order: 4, digestWeight: 2 }, column: 'city' },
  bio: { slack: { label: 'Bio', order: 7, isFullWidth: true }, column: 'bio' },
  message: {
    slack: { label: { venue: 'About the venue', contact: 'Message' }, order: 8, isFullWidth: true },
    column: 'message',
  },
};

export const operatorField = (name: FieldName): OperatorField<FieldTable[string]['kinds']> => table[name];
