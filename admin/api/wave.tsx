import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import type { PersonSeen } from '#contract/console-answers.ts';
import type { ReviewState } from '#contract/review.ts';
import { notify } from '../layout/notices.ts';
import { stateNames } from '../ui/state-mark.tsx';
import { type CallBody, call, isRefused, retryUnanswered } from './call.ts';
import { useChange } from './change.ts';
import { type Along, useDecisions } from './decisions.tsx';
import { keys } from './queries.ts';
import { useSession } from './session.ts';
import { atOnce, describeTell } from './tell.ts';

/** People that one call decides about. It takes about a second, after which the wave can be stopped. */
const peoplePerCall = 50;
const retryDelayMs = 500;

/** Decisions about everyone of a view. */
export interface NewWave extends Along {
  to: ReviewState;
  people: readonly PersonSeen[];
}

interface Wave {
  /** null: this wave takes another one back. */
  new: NewWave | null;
  waveId: string;
  /** The ids stay the same however often they are sent, so that each decision is made once. */
  decisions: CallBody<'decide'>['decisions'];
}

/** How far a wave has come. */
export interface WaveProgress {
  /** null: a wave is taken back. */
  to: ReviewState | null;
  total: number;
  /** Answered decisions, and those of them that were made. */
  answered: number;
  decided: number;
  /** While a wave is taken back: people who were decided about since. */
  leftAlone: number;
  isRunning: boolean;
  /** Why it stopped by itself. */
  problem: string | null;
  /** The answer of the last call was lost: more may be decided. */
  isLost: boolean;
}

interface Waves {
  progress: WaveProgress | null;
  start(wave: NewWave): void;
  /** Stops after the call that is on its way. */
  stop(): void;
  goOn(): void;
  /** Ends the wave where it is, after the call that is on its way. */
  leave(): void;
  /** Takes everyone of a wave back, unless somebody was told. */
  undo(waveId: string): void;
}

const Context = createContext<Waves | null>(null);

export function useWaves(): Waves {
  const waves = useContext(Context);
  if (!waves) throw new Error('useWaves needs <WavesProvider> around it.');
  return waves;
}

/** One wave at a time, in calls that follow each other. */
export function WavesProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { timeZone } = useSession();
  const { undoNext } = useDecisions();
  const [progress, setProgress] = useState<WaveProgress | null>(null);
  const current = useRef<{ wave: Wave; progress: WaveProgress } | null>(null);
  const isStopped = useRef(false);
  const isLeft = useRef(false);
  const { mutateAsync } = useMutation({
    scope: { id: 'decisions' },
    mutationFn: (request: CallBody<'decide'>) => call('decide', request),
    retry: retryUnanswered,
    retryDelay: retryDelayMs,
  });
  const stopLetters = useChange('undoWave', {
    onDone({ told, people, decisions }, { waveId }) {
      if (told > 0)
        return notify({
          text: `Nothing was taken back: ${told.toLocaleString('en')} of them ${told === 1 ? 'was' : 'were'} told already. Reopen one by one whom you want to take back.`,
        });
      if (people.length === 0)
        return notify({ text: 'Nothing was undone: all of them were decided about since.' });
      const undone = people.map(({ about, version, from }) => ({
        decisionId: crypto.randomUUID(),
        about: about.id,
        to: from,
        seenVersion: version,
      }));
      begin({ new: null, waveId, decisions: undone }, decisions - people.length);
    },
    onFailure: (text) => notify({ text }),
  });

  function show(changes: Partial<WaveProgress>): void {
    if (current.current === null) return;
    current.current.progress = { ...current.current.progress, ...changes };
    setProgress(current.current.progress);
  }

  function begin(wave: Wave, leftAlone = 0): void {
    // A second press may come before the dialog is closed.
    if (current.current !== null) return;
    const first: WaveProgress = {
      to: wave.new?.to ?? null,
      total: wave.decisions.length,
      answered: 0,
      decided: 0,
      leftAlone,
      isRunning: true,
      problem: null,
      isLost: false,
    };
    current.current = { wave, progress: first };
    void run();
  }

  async function run(): Promise<void> {
    if (current.current === null) return;
    const { wave } = current.current;
    isStopped.current = false;
    isLeft.current = false;
    show({ isRunning: true, problem: null, isLost: false });
    try {
      while (current.current.progress.answered < wave.decisions.length && !isStopped.current) {
        const { answered, decided } = current.current.progress;
        const some = wave.decisions.slice(answered, answered + peoplePerCall);
        const { outcomes } = await mutateAsync(requestOf(wave, some));
        show({
          answered: answered + some.length,
          decided: decided + outcomes.filter(({ outcome }) => outcome === 'decided').length,
        });
      }
    } catch (error) {
      const isLost = !isRefused(error);
      show({
        isLost,
        problem: `${(error as Error).message} ${isLost ? 'It stopped here. Go on to make sure: everyone is decided about once.' : 'It stopped here.'}`,
      });
    }
    show({ isRunning: false });
    for (const queryKey of Object.values(keys)) void queryClient.invalidateQueries({ queryKey });
    const { answered, total } = current.current.progress;
    if (answered === total || isLeft.current) end();
  }

  function end(): void {
    if (current.current === null) return;
    const { wave, progress: ended } = current.current;
    current.current = null;
    setProgress(null);
    const canUndo = wave.new !== null && (ended.decided > 0 || ended.isLost);
    const takeBack = () => stopLetters.run({ waveId: wave.waveId });
    if (ended.decided > 0) wave.new?.note?.onStored(wave.new.note.text);
    if (canUndo) undoNext(takeBack);
    notify({
      ...describeWave(ended, wave.new, timeZone),
      ...(canUndo && {
        undo: takeBack,
        undoName: ended.isLost ? 'Undo all' : `Undo all ${ended.decided.toLocaleString('en')}`,
      }),
    });
  }

  const waves: Waves = {
    progress,
    start(wave) {
      const decisions = wave.people.map((person) => ({
        decisionId: crypto.randomUUID(),
        to: wave.to,
        ...person,
      }));
      begin({ new: wave, waveId: crypto.randomUUID(), decisions });
    },
    stop() {
      isStopped.current = true;
    },
    goOn: () => void run(),
    leave() {
      isStopped.current = true;
      isLeft.current = true;
      if (current.current?.progress.isRunning === false) end();
    },
    undo: (waveId) => stopLetters.run({ waveId }),
  };
  return <Context value={waves}>{children}</Context>;
}

const requestOf = (
  { new: made, waveId }: Wave,
  decisions: CallBody<'decide'>['decisions'],
): CallBody<'decide'> => {
  const { atMs, letter } = made?.tell ?? atOnce;
  return {
    decisions,
    note: made?.note?.text ?? null,
    isUndo: made === null,
    tellAtMs: atMs,
    letter,
    waveId: made === null ? null : waveId,
  };
};

/** What was decided, and how many were not. */
function describeWave(
  { total, answered, decided, leftAlone, isLost }: WaveProgress,
  made: NewWave | null,
  timeZone: string,
): { text: string; details: string[] } {
  const isUndo = made === null;
  const count = `${decided.toLocaleString('en')}${decided === total ? '' : ` of ${total.toLocaleString('en')}`}`;
  const state = isUndo ? 'as before' : stateNames[made.to].toLowerCase();
  const done = isUndo
    ? `Undone. ${count}: ${state} again.`
    : `${count}: ${state}${isUndo ? '' : describeTell(made.to, made.tell, timeZone)}.`;
  const text = decided > 0 ? done : `Nothing was ${isUndo ? 'undone' : 'decided'}.`;
  const others = answered - decided + leftAlone;
  return {
    text: answered < total ? `Stopped. ${text}` : text,
    details: [
      ...(isLost ? ['More of them may be decided about: the list is loaded again.'] : []),
      ...(others > 0
        ? [
            `${others.toLocaleString('en')}: decided about, or applied again, or erased meanwhile. Nothing was changed about them.`,
          ]
        : []),
      ...(isUndo && answered < total
        ? ['The letters of all are stopped. Select the others, and reopen them.']
        : []),
    ],
  };
}
