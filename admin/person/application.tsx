import { describeImport, type SubmissionRecord } from '#contract/answers.ts';
import { describeDelivery } from '#contract/channels.ts';
import { definitionOf, fieldNames, fieldValue, forKind } from '#contract/fields.ts';
import { linkableUrl } from '#contract/link-value.ts';
import { explainQuarantine } from '#contract/quarantine.ts';
import { describeSource } from '#contract/visit-source.ts';
import { useSession } from '../api/session.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { Handle } from '../ui/handle.tsx';
import { RetryButton } from '../ui/retry-button.tsx';
import { Time } from '../ui/time.tsx';

/** One application or message, as it was sent, and how its message to Slack stands. */
export function Application({ application, title }: { application: SubmissionRecord; title: string }) {
  const names = fieldNames(application.kind).filter((name) => fieldValue(application, name) !== '');
  const source = describeSource(application);
  return (
    <section className="stack application" aria-label={`${title}, number ${application.sequence}`}>
      <h2 className="row">
        {title}
        <small className="muted">
          No. {application.sequence}, <Time atMs={application.receivedAtMs} />
        </small>
      </h2>
      {application.imported !== null && <p className="marked">{describeImport(application.imported)}</p>}
      {application.quarantineReason !== null && (
        <p className="marked">Quarantined: {explainQuarantine(application.quarantineReason)}</p>
      )}
      <dl className="facts">
        {names.map((name) => {
          const { label, control } = definitionOf(name);
          const value = fieldValue(application, name);
          return (
            <div key={name} className={control.type === 'textarea' ? 'facts-long' : ''}>
              <dt>{forKind(label, application.kind)}</dt>
              <dd>
                {control.type === 'url' && <Website address={value} />}
                {control.type === 'handle' && <Handle handle={value} />}
                {control.type !== 'url' && control.type !== 'handle' && value}
              </dd>
            </div>
          );
        })}
        {source !== '' && (
          <div>
            <dt>Source</dt>
            <dd>{source}</dd>
          </div>
        )}
      </dl>
      <MessageState id={application.id} message={application.delivery} />
    </section>
  );
}

/**
 * The text of a link is the address that it leads to, in ASCII. If something else was typed, that is shown beside it.
 */
function Website({ address }: { address: string }) {
  const url = linkableUrl(address);
  if (url === null) return address;
  return (
    <>
      {/[^\p{ASCII}]/u.test(address) && `${address} leads to `}
      <a href={url} rel="noreferrer nofollow" target="_blank">
        {url}
      </a>
    </>
  );
}

function MessageState({ id, message }: { id: string; message: SubmissionRecord['delivery'] }) {
  const { sendsMessages } = useSession();
  const { state, lastReason, changeRefused } = message;
  return (
    <div className="stack delivery muted">
      <p>
        Message to Slack: {describeDelivery(state)}
        {message.deliveredAtMs !== null && (
          <>
            , <Time atMs={message.deliveredAtMs} />
          </>
        )}
        {state === 'waiting' && !sendsMessages && ', until Slack is connected'}
      </p>
      {lastReason !== null && state !== 'delivered' && state !== 'discarded' && (
        <FailureNote reason={lastReason}>
          {(state === 'parked' || state === 'waiting') && (
            <RetryButton channel={message.channel} about={id} />
          )}
        </FailureNote>
      )}
      {changeRefused !== null && (
        <>
          <p>Change of the message in Slack: parked</p>
          <FailureNote reason={changeRefused}>
            <RetryButton channel="changes" about={id} />
          </FailureNote>
        </>
      )}
    </div>
  );
}
