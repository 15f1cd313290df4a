import { brand } from '#contract/brand.ts';
import type { FieldName } from '#contract/fields.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { Bill } from '#site/art/bill.tsx';
import { Card } from '#site/art/card.tsx';
import { Stamp } from '#site/art/stamp.tsx';
import { RubberStamp } from '#site/receipts/rubber-stamp.tsx';

/** A place for what was typed. */
const typed = (name: FieldName) => ({ 'data-typed': name, dir: 'auto', translate: 'no' }) as const;

/** The creator's card, stamped and laid on the list. */
function ListedCard() {
  return (
    <div className="receipt-list" aria-hidden="true">
      <div className="list-sheet lifted">
        <div className="list-paper">
          <p className="list-head">
            <span>The list</span> <span>{brand.launch.city}</span>
          </p>
          <p className="list-line one-line" {...typed('name')} />
        </div>
      </div>
      <div className="receipt-card lifted">
        <Card />
      </div>
      <RubberStamp className="stamp-ink" />
    </div>
  );
}

/** The venue's bill, stamped. */
function StampedBill() {
  return (
    <div className="receipt-bill" aria-hidden="true">
      <div className="lifted bill-lift">
        <Bill
          heading={<span className="one-line" {...typed('venueName')} />}
          lines={[
            { label: 'City', value: <span className="one-line" {...typed('city')} /> },
            { label: 'You pay', value: 'cost of goods', isTotal: true },
          ]}
          foot={`Launch: ${brand.launch.city}`}
        />
      </div>
      <RubberStamp className="stamp-red" />
    </div>
  );
}

/** The message in its envelope, with the postmark on its stamp. */
function PostedLetter() {
  return (
    <div className="receipt-letter lifted" aria-hidden="true">
      <div className="envelope">
        <p className="envelope-from one-line" {...typed('name')} />
        <p className="envelope-to">
          {brand.name} <span>{brand.launch.city}</span>
        </p>
        <Stamp />
      </div>
    </div>
  );
}

/** The picture of a success for each kind, and its description for people who cannot see it. */
export const receipts: Readonly<Record<SubmissionKind, { label: string; Picture: () => React.ReactNode }>> = {
  creator: { label: 'Your name and your card, stamped: received.', Picture: ListedCard },
  venue: { label: 'Your bill, stamped: received.', Picture: StampedBill },
  contact: { label: 'Your letter, stamped.', Picture: PostedLetter },
};
