import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { LeftAlone } from '#contract/answers.ts';
import { partsOf } from '#contract/console-calls.ts';
import { type ReviewState, reminding } from '#contract/review.ts';
import { countOf } from '#contract/texts.ts';
import { type CallBody, call, isRefused } from './call.ts';
import { describeDecided, explain } from './describe-outcomes.ts';
import { type DecisionDetails, noDetails } from './letter-choice.ts';
import { notify } from './notices.ts';
import { untilReadAgain } from './queries.ts';
import { useSession } from './session.ts';

/** A wave waits at most so long, in milliseconds, for the rows that are read after it. */
const shownWithinMs = 2_000;

type Whom = CallBody<'decideWave'>['whom'];

/** A decision about many, in one act. */
export interface NewWave extends DecisionDetails {
  to: ReviewState;
  /** It sends reminders, and leaves them in that state. */
  reminds?: boolean;
  /** What its dialog is called. */
  title: string;
  whom: Whom;
  /** How many people the decision changes, and the name of the only one. */
  total: number;
  name: string | null;
}

/** A wave that is decided or taken back, and how far it is. */
export interface Wave {
  waveId: string;
  title: string;
  /** null: it is taken back. */
  made: NewWave | null;
  /** Calls of the server that are still to be completed, one after the other. Of people, each completes its part. */
  parts: Whom[];
  total: number;
  done: number;
  leftAlone: LeftAlone[];
  /** `stopping`: stops after the running call. `leaving`: ends there for good. */
  state: 'running' | 'stopping' | 'leaving' | 'stopped';
  /** Why it stopped by itself. */
  problem: string | null;
  /** Of an undo: who was told already and stays so, as a sentence. */
  notTakenBack: string | null;
  /** The answer of the last call was lost: more may be decided. */
  isLost: boolean;
}

/** Whom a wave left alone is named in its notice while they are few. */
const maxNamed = 8;

/**
 * One wave at a time. The server decides; here it is called until nobody is left.
 *
 * @param undoNext sets what the next Undo does
 */
export function useWaves(undoNext: (takeBack: () => void) => void) {
  const queryClient = useQueryClient();
  const { timeZone } = useSession();
  const current = useRef<Wave | null>(null);
  const [shown, setShown] = useState<Wave | null>(null);
  const { mutateAsync } = useMutation({
    scope: { id: 'decisions' },
    mutationFn: (wave: Wave) => (wave.made ? decideNext(wave, wave.made) : takeNextBack(wave)),
  });

  const show = (wave: Wave, changes: Partial<Wave>) => setShown({ ...Object.assign(wave, changes) });

  function begin(started: Pick<Wave, 'waveId' | 'title' | 'made' | 'parts' | 'total'>): void {
    // A second press may come before the dialog is closed.
    if (current.current !== null) return;
    const wave: Wave = {
      ...started,
      done: 0,
      leftAlone: [],
      state: 'running',
      problem: null,
      notTakenBack: null,
      isLost: false,
    };
    current.current = wave;
    void run(wave);
  }

  async function run(wave: Wave): Promise<void> {
    show(wave, { state: 'running', problem: null, isLost: false });
    try {
      while (wave.parts.length > 0 && wave.state === 'running') show(wave, await mutateAsync(wave));
    } catch (error) {
      const isLost = !isRefused(error);
      show(wave, {
        isLost,
        problem: `${(error as Error).message} ${isLost ? 'It stopped here. Go on to make sure: everyone is decided about once.' : 'It stopped here.'}`,
      });
    }
    // A key that follows counts on the rows as the wave has left them.
    const tooLong = new Promise((resolve) => setTimeout(resolve, shownWithinMs));
    await Promise.race([untilReadAgain(queryClient), tooLong]);
    if (wave.parts.length === 0 || wave.state === 'leaving') end(wave);
    else show(wave, { state: 'stopped' });
  }

  function end(wave: Wave): void {
    current.current = null;
    setShown(null);
    const { made, waveId, done, isLost } = wave;
    const notice = describeWave(wave, timeZone);
    if (made === null || (done === 0 && !isLost)) {
      notify(notice);
      return;
    }
    if (done > 0) made.note?.onStored();
    const takeBack = () => undo(waveId);
    undoNext(takeBack);
    const all = isLost ? 'Undo all' : `Undo all ${done.toLocaleString('en')}`;
    notify({ ...notice, undo: takeBack, undoName: made.total > 1 ? all : 'Undo' });
  }

  const undo = (waveId: string) =>
    begin({ waveId, title: 'Undo', made: null, parts: [{ people: [] }], total: 0 });

  return {
    wave: shown,
    start(made: NewWave) {
      const { title, total, whom } = made;
      const parts = 'people' in whom ? Array.from(partsOf(whom.people), (people) => ({ people })) : [whom];
      begin({ made, title, total, waveId: crypto.randomUUID(), parts });
    },
    /** After the call that is on its way. */
    stop() {
      if (current.current?.state === 'running') current.current.state = 'stopping';
    },
    goOn: () => current.current && void run(current.current),
    /** Ends the wave where it is, after the call that is on its way. */
    leave() {
      if (current.current?.state === 'stopped') end(current.current);
      else if (current.current) current.current.state = 'leaving';
    },
    /** Takes back what of a wave can be: the call says which. */
    undo,
  };
}

async function decideNext(wave: Wave, { to, reminds, note, letter }: NewWave): Promise<Partial<Wave>> {
  const [whom, ...parts] = wave.parts as [Whom, ...Whom[]];
  const { decided, left, leftAlone } = await call('decideWave', {
    waveId: wave.waveId,
    whom,
    to,
    note: note?.text ?? null,
    letterAtMs: letter.atMs,
    withLetter: letter.withLetter,
    reminds,
  });
  const done = 'people' in whom ? wave.done + decided : decided;
  if (left > 0) return { done };
  return { done, parts, leftAlone: [...wave.leftAlone, ...leftAlone] };
}

async function takeNextBack(wave: Wave): Promise<Partial<Wave>> {
  const { decisions, told, sent, undone, left } = await call('undoWave', { waveId: wave.waveId });
  const named = sent.slice(0, maxNamed).map(({ name }) => name);
  const others = told > named.length ? ` and ${countOf(told - named.length, 'other')}` : '';
  const why =
    named.length > 0
      ? `Sent already, and not taken back: ${named.join(', ')}${others}.`
      : `Nothing was taken back: ${told.toLocaleString('en')} of them ${told === 1 ? 'was' : 'were'} told already.`;
  return {
    total: decisions - told,
    done: wave.done + undone,
    parts: left === 0 ? [] : wave.parts,
    notTakenBack: told === 0 ? null : why,
  };
}

/** What was decided, and whom it left alone. */
function describeWave(wave: Wave, timeZone: string): { text: string; details: string[] } {
  const { made, total, done, leftAlone, isLost } = wave;
  const isStopped = wave.parts.length > 0;
  const isUndo = made === null;
  if (isUndo && done === 0)
    return {
      text: wave.notTakenBack ?? 'Nothing was undone: all of them were decided about since.',
      details: [],
    };
  const { name, to, letter } = made ?? { ...noDetails, name: null, to: null };
  const asked = isUndo && !isStopped ? done : total;
  const what = made?.reminds ? reminding.done : to;
  const text = describeDecided({ decided: done, asked, name, to: what, isUndo, letter }, timeZone);
  const named = leftAlone
    .flatMap((each) => (each.name === null ? [] : [explain(each.name, each, timeZone)]))
    .slice(0, maxNamed);
  const others = total - done - named.length;
  const details = [
    isLost && 'More of them may be decided about: the list is loaded again.',
    ...named,
    wave.notTakenBack,
    !isStopped &&
      others > 0 &&
      `${countOf(others, 'other')} applied again, ${others === 1 ? 'was' : 'were'} decided about or erased meanwhile. Nothing was changed about them.`,
    isUndo &&
      isStopped &&
      'All letters are stopped. To take the others back, open one of them and press “Undo the wave” in the history.',
  ];
  return {
    text: isStopped ? `Stopped. ${text}` : text,
    details: details.filter((line) => typeof line === 'string'),
  };
}
