import { brand } from '#contract/brand.ts';

interface CollectionNoticeProps {
  /** What the form's fields are used for, as the end of "We use this …". */
  purpose: string;
}

/** What is asked for, why, who sees it, how to have it erased: one line, the rest on demand. Renders a `<details>`. */
export function CollectionNotice({ purpose }: CollectionNoticeProps) {
  return (
    <details className="notice">
      <summary>
        {`We use this ${purpose}, and only our team sees it. `}
        <span>The details</span>
      </summary>
      <dl>
        <dt>What</dt>
        <dd>What you type above, when you sent it, and which link or site led you here.</dd>
        <dt>Why</dt>
        <dd>{`We use it ${purpose}. Nothing else.`}</dd>
        <dt>Who</dt>
        <dd>{`The ${brand.name} team, in its own chat channel and on its own server.`}</dd>
        <dt>Erase</dt>
        <dd>
          Write to <a href={`mailto:${brand.contactAddress}`}>{brand.contactAddress}</a> from the address you
          gave. We delete it, and keep a code made from your address, which does not give it back, so that no
          list that we import brings you back.
        </dd>
      </dl>
    </details>
  );
}
