import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicantRow } from '#contract/answers.ts';
import type { Filter } from '#contract/console-view.ts';
import { formatTime } from '#contract/format-time.ts';
import {
  isChangedBy,
  isToldState,
  type ReviewState,
  reminding,
  sendsLetter,
  states,
  tellsLate,
} from '#contract/review.ts';
import { countOf } from '#contract/texts.ts';
import type { Answer } from '../api/call.ts';
import { useDecisions } from '../api/decisions.tsx';
import { useDraft } from '../api/draft.ts';
import type { DecisionDetails, LetterChoice } from '../api/letter-choice.ts';
import { wavePlanQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { type ListName, lists } from '../lists.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { LetterFields, useLetterFields } from '../ui/letter-fields.tsx';
import { LetterPreview } from '../ui/letter-preview.tsx';
import { NoteField } from '../ui/note-field.tsx';
import { NumberTable } from '../ui/number-table.tsx';
import { NotLoaded } from '../ui/problem.tsx';

/** Above this number of people the dialog asks twice. */
const maxAskedOnce = 50;

type ViewPlan = Answer<'wavePlan'>;

const namesShown = 8;

interface DecideDialogProps {
  to: ReviewState;
  /** Who is invited gets a reminder. */
  reminds: boolean;
  list: ListName;
  /** The chosen rows. The letter of the first whom the decision changes can be seen. */
  rows: readonly ApplicantRow[];
  /** It is about everybody of the view, without those with a higher number than `newest`. */
  isWhole: boolean;
  /** Of the view only so many, who applied first. */
  first: number | null;
  filter: Filter;
  newest: number;
  onStarted: () => void;
  onClose: () => void;
}

/** Asks before a decision about several: shows whom it is about and when they are told. Then it is a wave. */
export function DecideDialog({
  to,
  reminds,
  list,
  rows,
  isWhole,
  first,
  filter,
  newest,
  onStarted,
  onClose,
}: DecideDialogProps) {
  const choice = useLetterFields();
  const draft = useDraft(`${list} ${reminds ? reminding.command : to}`);
  const { waves } = useDecisions();
  const [asked, setAsked] = useState<DecisionDetails | null>(null);
  const request = {
    filter,
    newest,
    to,
    reminds,
    withLetter: choice.withLetter,
    ...(first !== null && { limit: first }),
  };
  const plan = useQuery({ ...wavePlanQuery(request), enabled: isWhole });
  const { sendsLetters } = useSession();
  const withLetter = sendsLetters && tellsLate(to, choice.withLetter, filter.told);
  const changing = rows.filter((row) =>
    reminds ? mayRemind(row) : isChangedBy(to, row) || (withLetter && row.told?.status === 'not-told'),
  );
  const named = {
    whom: { people: changing.map(({ id, version }) => ({ about: id, seenVersion: version })) },
    people: changing.length,
    already: rows.length - changing.length,
    names: describeNames(changing),
  };
  const viewed = plan.data && {
    ...plan.data,
    whom: plan.data.first
      ? { people: plan.data.first }
      : { filter, newest: plan.data.newest, lastDecision: plan.data.lastDecision },
    already: plan.data.first ? 0 : plan.data.already,
    names: null,
  };
  const chosen = isWhole ? viewed : named;
  const { verb } = reminds ? reminding : states[to];
  const example = plan.data?.first?.[0]?.about ?? changing[0]?.id;
  const people = chosen?.people ?? 0;
  const count = countOf(people, lists[list].nouns);
  const begin = (details: DecisionDetails) => {
    if (chosen)
      waves.start({
        to,
        reminds,
        title: verb,
        whom: chosen.whom,
        total: people,
        name: people === 1 ? chosen.names : null,
        ...details,
      });
    onStarted();
    onClose();
  };
  const submit = async () => {
    const letter = await choice.read(to);
    if (letter === null) return;
    const details = { note: draft.note, letter: { ...letter, withLetter } };
    if (people > maxAskedOnce) setAsked(details);
    else begin(details);
  };

  if (asked !== null)
    return (
      <Dialog title={`${verb}: ${count}`} onClose={onClose}>
        <div className="stack form">
          <p>
            These are {count}
            {list === 'applicants' && plan.data && describeKinds(plan.data)}.
          </p>
          <LetterSentence to={to} letter={asked.letter} count={people} />
          <div className="row form-end">
            {/* It has the focus, so that a key that is pressed twice decides nothing. */}
            <Button data-first onClick={() => setAsked(null)}>
              Back
            </Button>
            <Button look="primary" onClick={() => begin(asked)}>
              Yes, {verb.toLowerCase()} all {people.toLocaleString('en')}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title={chosen ? `${verb}: ${count}` : verb}
      verb={chosen ? `${verb} ${count}` : verb}
      isDisabled={people === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {!chosen && (
        <NotLoaded query={plan} loading="Looking who that is…" failed="It could not be looked up" />
      )}
      {chosen && (
        <>
          {people === 0 && (
            <p>{reminds ? 'Nobody of them can be reminded.' : 'That is how all of them stand already.'}</p>
          )}
          {reminds && (
            <p className="muted">
              A reminder goes to who is invited, told and has not answered, once for each invitation.
              {plan.data &&
                plan.data.reminded > 0 &&
                ` ${countOf(plan.data.reminded, ['was', 'were'])} reminded already.`}
            </p>
          )}
          {people > 0 && chosen.names !== null && <p>{chosen.names}</p>}
          {people > 0 && plan.data && <Sides plan={plan.data} />}
          {people > 0 && !reminds && chosen.already > 0 && (
            <p className="muted">{countOf(chosen.already, ['other stands', 'others stand'])} so already.</p>
          )}
          <LetterFields to={[to]} choice={choice} />
          {!choice.isTimed && (
            <LetterSentence to={to} letter={{ atMs: null, withLetter: choice.withLetter }} count={people} />
          )}
          {example && isToldState(to) && sendsLetter(to, choice.withLetter) && (
            <LetterPreview about={example} letter={reminds ? 'reminder' : to} />
          )}
          <NoteField label="Note for all of them" hint="optional, for the team" draft={draft} />
        </>
      )}
    </FormDialog>
  );
}

/** Whether somebody was already is known when it is asked. */
const mayRemind = ({ state, told, answer }: ApplicantRow): boolean =>
  state === 'invited' && told?.status === 'told' && answer === null;

function describeNames(rows: readonly ApplicantRow[]): string {
  const more = rows.length - namesShown;
  const names = rows.slice(0, namesShown).map(({ fields }) => fields.name || fields.email);
  return `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}

const describeKinds = ({ kinds: { creator, venue } }: ViewPlan): string =>
  `: ${countOf(creator, 'creator')}, ${countOf(venue, 'venue')}`;

/** How many they are, by side and city. */
function Sides({ plan: { kinds, cities, others, withoutCity } }: { plan: ViewPlan }) {
  if (cities.length + withoutCity === 0) return null;
  return (
    <NumberTable
      head={['City', 'Creators', 'Venues']}
      rows={[
        ...cities.map(({ city, creators, venues }) => [city, creators, venues] as const),
        ...(others > 0 ? [['Elsewhere', others] as const] : []),
        ...(withoutCity > 0 ? [['Without a city', withoutCity] as const] : []),
      ]}
      foot={['All', kinds.creator, kinds.venue]}
    />
  );
}

/** Whether they are told, and when. */
function LetterSentence({
  to,
  letter: { atMs, withLetter },
  count,
}: {
  to: ReviewState;
  letter: LetterChoice;
  count: number;
}) {
  const { sendsLetters, timeZone } = useSession();
  if (!isToldState(to) || count === 0) return null;
  if (to === 'declined' && !withLetter) return sendsLetters ? <p>Nobody is told.</p> : null;
  if (!sendsLetters) return <p>No letter goes out: letters are not set up.</p>;
  const letters = countOf(count, ['letter goes', 'letters go']);
  return atMs === null ? (
    <p>
      {letters} at once: each ten seconds after its decision. All of it can be undone only while nobody was
      told; a time leaves you longer.
    </p>
  ) : (
    <p>
      {letters} on {formatTime(atMs, timeZone)} ({timeZone}). Until then all of it can be undone.
    </p>
  );
}
