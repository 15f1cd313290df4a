import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApplicantCounts, ApplicantRow } from '#contract/answers.ts';
import {
  isChangedBy,
  letterOf,
  type ReviewState,
  reminding,
  reviewStatesOf,
  stateName,
  tellsLate,
} from '#contract/review.ts';
import { countOf } from '#contract/texts.ts';
import { useDecisions } from '../api/decisions.tsx';
import { notify } from '../api/notices.ts';
import { arrivalsQuery, readAgain, subjectsQuery, totalsQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { useSubjects } from '../api/subjects.ts';
import { announce } from '../layout/live-region.tsx';
import { usePageTitle } from '../layout/use-page-title.ts';
import { type ListName, lists, viewOf } from '../lists.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { MoveLettersDialog } from '../ui/move-letters-dialog.tsx';
import { NotLoaded } from '../ui/problem.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { useSelection } from '../ui/use-selection.ts';
import { isFiltered, type ViewSearch } from '../view-search.ts';
import { DecideDialog } from './decide-dialog.tsx';
import { Filters } from './filters.tsx';
import { SubjectTable, shownColumns } from './subject-table.tsx';
import { useListKeys } from './use-list-keys.ts';

/** A list of applicants or of messages: what the address filters, and decisions about many. */
export function SubjectsPage({ list, search }: { list: ListName; search: ViewSearch }) {
  const { title, path, nouns, decisions, whenEmpty } = lists[list];
  const navigate = useNavigate();
  const view = viewOf(list, search);
  const { filter } = view;
  const { pages: subjects, rows: loaded, loadRowBehind } = useSubjects(view);
  const totals = useQuery(totalsQuery(filter));
  const heading = usePageTitle(title);
  const { decide, undo, asDecided } = useDecisions();

  const rows = loaded.map(asDecided);
  const selection = useSelection(rows.map(({ id }) => id));
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const { sendsLetters } = useSession();
  const [deciding, setDeciding] = useState<{ to: ReviewState; id: string | null; reminds?: boolean } | null>(
    null,
  );
  const newest = subjects.data?.pages[0]?.newest ?? 0;
  const isAllShown = rows.length > 0 && selected.length === rows.length;
  const total = totals.data?.total ?? rows.length;
  const [range, setRange] = useState<SelectedRange>('shown');
  // Ends as soon as a row is no longer selected, or other rows are shown.
  if (range !== 'shown' && !isAllShown) setRange('shown');
  const isWhole = range !== 'shown';
  const first = typeof range === 'number' ? range : null;
  const count = isWhole ? Math.min(first ?? total, total) : selected.length;

  const [isMoving, setMoving] = useState(false);
  /** The letters of those who are selected wait for their time, all of them. */
  const doWait = isWhole
    ? first === null && filter.told === 'waiting'
    : selected.every(({ told }) => told?.status === 'waiting');

  /** The selected rows; with none, the row that has the focus. */
  const chosenWith = (id: string | null) =>
    selected.length > 0 ? selected : rows.filter((row) => row.id === id);

  /** Who stands so already, and was not told of it. */
  const canSendLetter = (row: ApplicantRow, to: ReviewState) =>
    sendsLetters &&
    !isChangedBy(to, row) &&
    row.told?.status === 'not-told' &&
    tellsLate(to, letterOf(to) === 'when asked', filter.told);

  /** A decision about one is made at once; several are asked about, with one note for all. */
  const decideOrAsk = (to: ReviewState, id: string | null) => {
    const chosen = chosenWith(id);
    if (isWhole || chosen.length > 1 || chosen.some((row) => canSendLetter(row, to)))
      return setDeciding({ to, id });
    const [one] = chosen;
    if (one === undefined) return notify({ text: 'Choose somebody first.' });
    decide(one, to);
    selection.clear();
  };

  useListKeys({
    rows,
    selection,
    decisions,
    decide: decideOrAsk,
    undo,
    loadRowBehind,
  });

  return (
    <>
      <div className="row page-head">
        <h1 {...heading}>{title}</h1>
        <p className="page-total muted" aria-live="off" aria-busy={totals.isPlaceholderData}>
          {totals.data && countOf(totals.data.total, nouns)}
        </p>
      </div>
      <StateTabs list={list} search={search} totals={totals.data} />
      <Filters list={list} search={search} total={totals.data?.total} />
      <ArrivalsBar
        list={list}
        view={view}
        newest={subjects.data && newest}
        isEmpty={subjects.isSuccess && rows.length === 0}
      />
      <NotLoaded query={subjects} failed="The list could not be loaded" />
      {subjects.data && rows.length === 0 && (
        <Empty title={isFiltered(filter) ? `No ${nouns[1]} in this view` : `No ${nouns[1]} yet`}>
          {isFiltered(filter) ? (
            <>
              {filter.city !== undefined && (
                <p>City takes the whole name; Search takes the beginning of any word.</p>
              )}
              {filter.text !== undefined && <FoundInOtherList list={list} text={filter.text} />}
              <Button onClick={() => navigate({ to: path, search: {} })}>Show all {nouns[1]}</Button>
            </>
          ) : (
            <p>{whenEmpty}</p>
          )}
        </Empty>
      )}
      {isAllShown && rows.length > 1 && totals.data && (
        <SelectAllBar
          list={list}
          shown={rows.length}
          hasMore={subjects.hasNextPage}
          total={total}
          range={range}
          onChange={setRange}
        />
      )}
      {rows.length > 0 && (
        <SubjectTable
          list={list}
          rows={rows}
          columns={shownColumns(list, search)}
          search={search}
          selection={selection}
        />
      )}
      <ShowMore pages={subjects} />
      {selected.length > 0 && (
        <SelectionBar count={countOf(count, nouns)} clear={selection.clear}>
          {decisions.map(({ to, verb, shortcut }) => (
            <Button
              key={to}
              onClick={() => decideOrAsk(to, null)}
              shortcut={shortcut}
              isDone={!isWhole && selected.every((row) => !isChangedBy(to, row) && !canSendLetter(row, to))}
            >
              {verb}
            </Button>
          ))}
          {sendsLetters && list === 'applicants' && (
            <Button onClick={() => setDeciding({ to: 'invited', id: null, reminds: true })}>
              {reminding.verb}…
            </Button>
          )}
          {sendsLetters && doWait && <Button onClick={() => setMoving(true)}>Another time…</Button>}
        </SelectionBar>
      )}
      {isMoving && (
        <MoveLettersDialog
          whom={
            isWhole
              ? { filter, newest }
              : { people: selected.map(({ id }) => ({ about: id, seenVersion: null })) }
          }
          count={count}
          onMoved={selection.clear}
          onClose={() => setMoving(false)}
        />
      )}
      {deciding && (
        <DecideDialog
          to={deciding.to}
          reminds={deciding.reminds ?? false}
          list={list}
          rows={chosenWith(deciding.id)}
          isWhole={isWhole}
          first={first}
          filter={filter}
          newest={newest}
          onStarted={selection.clear}
          onClose={() => setDeciding(null)}
        />
      )}
    </>
  );
}

/** A tab for each state, with how many people in it match the other filters. */
function StateTabs({
  list,
  search,
  totals,
}: {
  list: ListName;
  search: ViewSearch;
  totals: Pick<ApplicantCounts, 'states'> | undefined;
}) {
  const { path, kinds } = lists[list];
  return (
    <nav className="row states" aria-label="Review state">
      {[undefined, ...reviewStatesOf(kinds[0])].map((state) => {
        const count = state === undefined ? undefined : totals?.states[state];
        return (
          <Link
            key={state ?? 'all'}
            to={path}
            search={{ ...withoutState(search), ...(state && { state }) }}
            activeOptions={{ exact: true }}
          >
            {state === undefined ? 'All' : stateName(state)}
            {count !== undefined && <span className="states-count"> {count.toLocaleString('en')}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

const withoutState = ({ state: _state, ...search }: ViewSearch): ViewSearch => search;

interface ArrivalsBarProps {
  list: ListName;
  view: ReturnType<typeof viewOf>;
  /** The highest number that the list knew of; undefined while it is loading. */
  newest: number | undefined;
  /** The list is empty: new rows move nothing, and are shown at once. */
  isEmpty: boolean;
}

/** Says that more have come, and shows them when asked. */
function ArrivalsBar({ list, view, newest, isEmpty }: ArrivalsBarProps) {
  const queryClient = useQueryClient();
  const count = useQuery(arrivalsQuery(view.filter, { since: newest, isEmpty })).data?.count ?? 0;
  const [one, several] = lists[list].nouns;
  const text = countOf(count, [`new ${one}`, `new ${several}`]);
  const { queryKey } = subjectsQuery(view);
  const load = useEffectEvent(() => {
    void queryClient.invalidateQueries({ queryKey });
    readAgain(queryClient, ['totals']);
  });
  useEffect(() => {
    if (count > 0) announce(text);
    if (count > 0 && isEmpty) load();
  }, [count, text, isEmpty]);
  if (count === 0 || isEmpty) return null;

  const show = async () => {
    await queryClient.resetQueries({ queryKey });
    readAgain(queryClient, ['totals']);
    document.querySelector('h1')?.focus();
    window.scrollTo({ top: 0 });
  };
  return (
    <p className="arrivals">
      <Button look="plain" onClick={show}>
        {text}. Show
      </Button>
    </p>
  );
}

/** The rows that are shown and selected; everybody who matches the filters; or so many of them, who applied first. */
type SelectedRange = 'shown' | 'all' | number;

interface SelectAllBarProps {
  list: ListName;
  /** Rows that are shown and selected. */
  shown: number;
  hasMore: boolean;
  /** People who match the filters. */
  total: number;
  range: SelectedRange;
  onChange: (range: SelectedRange) => void;
}

/** Shown when all visible rows are selected: buttons that select everyone who matches, or the first of them. */
function SelectAllBar({ list, shown, hasMore, total, range, onChange }: SelectAllBarProps) {
  const { nouns } = lists[list];
  const [isAsking, setAsking] = useState(false);
  const choose = (chosen: SelectedRange, count: number) => {
    onChange(chosen);
    announce(`${countOf(count, nouns)} selected`);
  };
  return (
    <>
      <p className="arrivals">
        {range === 'shown' && `All ${shown.toLocaleString('en')} shown are selected. `}
        {range === 'all' && `All ${total.toLocaleString('en')} that match are selected. `}
        {typeof range === 'number' && `The first ${range.toLocaleString('en')} who applied are selected. `}
        {range !== 'shown' && (
          <Button look="plain" onClick={() => choose('shown', shown)}>
            Select the {shown.toLocaleString('en')} shown
          </Button>
        )}
        {range === 'shown' && (
          <Button look="plain" onClick={() => setAsking(true)}>
            First N…
          </Button>
        )}{' '}
        {range === 'shown' && hasMore && (
          <Button look="plain" onClick={() => choose('all', total)}>
            Select all {total.toLocaleString('en')} that match
          </Button>
        )}
      </p>
      {isAsking && (
        <FirstDialog
          list={list}
          total={total}
          onChosen={(first) => choose(first, first)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface FirstDialogProps {
  list: ListName;
  total: number;
  onChosen: (first: number) => void;
  onClose: () => void;
}

/** Asks for how many of those who match. */
function FirstDialog({ list, total, onChosen, onClose }: FirstDialogProps) {
  return (
    <FormDialog
      title={`The first of ${countOf(total, lists[list].nouns)}`}
      verb="Select them"
      onSubmit={(form) => {
        onChosen(Number(form.get('first')));
        onClose();
      }}
      onClose={onClose}
    >
      <label className="stack field">
        <span>
          How many <span className="muted">(who applied first, in any order of the list)</span>
        </span>
        <input name="first" type="number" required min={1} max={total} data-first />
      </label>
    </FormDialog>
  );
}

/** Of a search that finds nothing here: how many it finds in the other list. */
function FoundInOtherList({ list, text }: { list: ListName; text: string }) {
  const { path, nouns, filter } = lists[list === 'messages' ? 'applicants' : 'messages'];
  const { data } = useQuery(totalsQuery({ text, ...filter }));
  if (!data || data.total === 0) return null;
  return (
    <p>
      <Link to={path} search={{ text }}>
        {countOf(data.total, nouns)}
      </Link>{' '}
      {data.total === 1 ? 'matches' : 'match'} this search.
    </p>
  );
}
