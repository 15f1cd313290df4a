import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PersonSeen } from '#contract/console-calls.ts';
import type { ReviewState } from '#contract/review.ts';
import { notify } from '../layout/notices.ts';
import { type CallBody, call, isRefused } from './call.ts';
import { useChange } from './change.ts';
import { describeDecided } from './describe-outcomes.ts';
import { readAgain } from './queries.ts';
import { useSession } from './session.ts';
import { type DecisionDetails, noDetails } from './tell.ts';

/** People that one call decides about. It takes about a second, after which the wave can be stopped. */
const peoplePerCall = 50;

/** Decisions about everyone of a view. */
export interface NewWave extends DecisionDetails {
  to: ReviewState;
  people: readonly PersonSeen[];
}

/** A wave, and how far it has come. */
export interface Wave {
  waveId: string;
  /** null: this wave takes another one back. */
  made: NewWave | null;
  /** The ids stay the same however often they are sent, so that each decision is made once. */
  decisions: CallBody<'decide'>['decisions'];
  /** Answered decisions, and those of them that were made. */
  answered: number;
  decided: number;
  /** While a wave is taken back: people who were decided about since. */
  leftAlone: number;
  /** `stopping`: stops after the running call. `leaving`: ends there for good. */
  state: 'running' | 'stopping' | 'leaving' | 'stopped';
  /** Why it stopped by itself. */
  problem: string | null;
  /** The answer of the last call was lost: more may be decided. */
  isLost: boolean;
}

/**
 * One wave at a time, in calls that follow each other.
 *
 * @param undoNext sets what the next Undo does
 */
export function useWave(undoNext: (takeBack: () => void) => void) {
  const queryClient = useQueryClient();
  const { timeZone } = useSession();
  const current = useRef<Wave | null>(null);
  const [shown, setShown] = useState<Wave | null>(null);
  const { mutateAsync } = useMutation({
    scope: { id: 'decisions' },
    mutationFn: (request: CallBody<'decide'>) => call('decide', request),
  });
  const stopLetters = useChange('stopWave', {
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
      begin({ made: null, waveId, decisions: undone, leftAlone: decisions - people.length });
    },
  });

  function begin(started: Pick<Wave, 'made' | 'waveId' | 'decisions' | 'leftAlone'>): void {
    // A second press may come before the dialog is closed.
    if (current.current !== null) return;
    const wave = {
      ...started,
      answered: 0,
      decided: 0,
      state: 'running',
      problem: null,
      isLost: false,
    } as const;
    current.current = wave;
    void run(wave);
  }

  function show(wave: Wave, changes: Partial<Wave>): void {
    setShown({ ...Object.assign(wave, changes) });
  }

  async function run(wave: Wave): Promise<void> {
    const { made, waveId, decisions } = wave;
    const { note, tell } = made ?? noDetails;
    show(wave, { state: 'running', problem: null, isLost: false });
    try {
      while (wave.answered < decisions.length && wave.state === 'running') {
        const some = decisions.slice(wave.answered, wave.answered + peoplePerCall);
        const { outcomes } = await mutateAsync({
          decisions: some,
          note: note?.text ?? null,
          isUndo: made === null,
          tellAtMs: tell.atMs,
          letter: tell.letter,
          waveId: made && waveId,
        });
        show(wave, {
          answered: wave.answered + some.length,
          decided: wave.decided + outcomes.filter(({ outcome }) => outcome === 'decided').length,
        });
      }
    } catch (error) {
      const isLost = !isRefused(error);
      show(wave, {
        isLost,
        problem: `${(error as Error).message} ${isLost ? 'It stopped here. Go on to make sure: everyone is decided about once.' : 'It stopped here.'}`,
      });
    }
    readAgain(queryClient);
    if (wave.answered === decisions.length || wave.state === 'leaving') end(wave);
    else show(wave, { state: 'stopped' });
  }

  function end(wave: Wave): void {
    current.current = null;
    setShown(null);
    const { made, waveId, decided, isLost } = wave;
    if (decided > 0) made?.note?.onStored();
    const canUndo = made !== null && (decided > 0 || isLost);
    const takeBack = () => stopLetters.run({ waveId });
    if (canUndo) undoNext(takeBack);
    notify({
      ...describeWave(wave, timeZone),
      ...(canUndo && {
        undo: takeBack,
        undoName: isLost ? 'Undo all' : `Undo all ${decided.toLocaleString('en')}`,
      }),
    });
  }

  return {
    wave: shown,
    start(made: NewWave) {
      const decisions = made.people.map((person) => ({
        decisionId: crypto.randomUUID(),
        to: made.to,
        ...person,
      }));
      begin({ made, waveId: crypto.randomUUID(), decisions, leftAlone: 0 });
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
    /** Takes everyone of a wave back, unless somebody was told. */
    undo: (waveId: string) => stopLetters.run({ waveId }),
  };
}

/** What was decided, and how many were not. */
function describeWave(wave: Wave, timeZone: string): { text: string; details: string[] } {
  const { made, answered, decided, leftAlone, isLost } = wave;
  const asked = wave.decisions.length;
  const isUndo = made === null;
  const { tell } = made ?? noDetails;
  const text = describeDecided({ decided, asked, to: made?.to ?? null }, { isUndo, tell, timeZone });
  const others = answered - decided + leftAlone;
  const details = [
    isLost && 'More of them may be decided about: the list is loaded again.',
    others > 0 &&
      `${others.toLocaleString('en')}: decided about, or applied again, or erased meanwhile. Nothing was changed about them.`,
    isUndo && answered < asked && 'The letters of all are stopped. Select the others, and reopen them.',
  ];
  return {
    text: answered < asked ? `Stopped. ${text}` : text,
    details: details.filter((line) => line !== false),
  };
}
