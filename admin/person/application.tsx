import type { ApplicationShown, MessageShown } from '#contract/console-answers.ts';
import { definitionOf, fieldNames, fieldValue, forKind } from '#contract/fields.ts';
import { useSession } from '../api/session.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { Time } from '../ui/time.tsx';
import { useMove } from './use-move.ts';

const notFacts = ['name', 'email'];

/** One application or message, as it was sent, and how its message to Slack stands. */
export function Application({ application, title }: { application: ApplicationShown; title: string }) {
  const names = fieldNames(application.kind).filter((name) => fieldValue(application, name) !== '');
  return (
    <section className="application" aria-label={`${title}, number ${application.sequence}`}>
      <h2>
        {title}
        <small>
          No. {application.sequence}, <Time atMs={application.receivedAtMs} />
        </small>
      </h2>
      {application.quarantined !== null && (
        <p className="application-quarantined">Quarantined: {application.quarantined}</p>
      )}
      <dl className="facts">
        {names.map((name) => (
          <div
            key={name}
            className={isLong(name) ? 'facts-long' : notFacts.includes(name) ? 'facts-known' : ''}
          >
            <dt>{forKind(definitionOf(name).label, application.kind)}</dt>
            <dd>
              {isUrl(name) ? (
                <Website address={fieldValue(application, name)} />
              ) : (
                fieldValue(application, name)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <MessageState id={application.id} message={application.message} />
    </section>
  );
}

const isLong = (name: Parameters<typeof definitionOf>[0]) => definitionOf(name).control.type === 'textarea';
const isUrl = (name: Parameters<typeof definitionOf>[0]) => definitionOf(name).control.type === 'url';

/** A link only where it is a web address: anyone can have typed it. */
function Website({ address }: { address: string }) {
  const url = URL.parse(address);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return address;
  return (
    <a href={url.href} rel="noreferrer nofollow" target="_blank">
      {address}
    </a>
  );
}

const stateNames: Record<MessageShown['state'], string> = {
  waiting: 'waiting',
  claimed: 'being sent',
  delivered: 'delivered',
  parked: 'refused',
  quarantined: 'quarantined, not sent',
  discarded: 'discarded, not sent',
};

function MessageState({ id, message }: { id: string; message: MessageShown }) {
  const { sendsMessages } = useSession();
  const retry = useMove('retryMessage', id, 'The message is due now.');
  const canRetry = message.state === 'parked' || (message.state === 'waiting' && message.failure !== null);
  return (
    <div className="delivery">
      <p>
        Message to Slack: {stateNames[message.state]}
        {message.deliveredAtMs !== null && (
          <>
            , <Time atMs={message.deliveredAtMs} />
          </>
        )}
        {message.state === 'waiting' && !sendsMessages && ', until Slack is connected'}
      </p>
      {message.failure && message.state !== 'delivered' && (
        <FailureNote failure={message.failure} {...(canRetry && { retry })} />
      )}
    </div>
  );
}
