import type { z } from 'zod';
import { addNote } from './calls/add-note.ts';
import { addPerson } from './calls/add-person.ts';
import { arrivals } from './calls/arrivals.ts';
import { cameBack } from './calls/came-back.ts';
import { cameBackAddresses } from './calls/came-back-addresses.ts';
import { cities } from './calls/cities.ts';
import { decide } from './calls/decide.ts';
import { decideWave } from './calls/decide-wave.ts';
import { discard } from './calls/discard.ts';
import { download } from './calls/download.ts';
import { erase } from './calls/erase.ts';
import { erasePlan } from './calls/erase-plan.ts';
import { exportPeople } from './calls/export-people.ts';
import { held } from './calls/held.ts';
import { importSheet } from './calls/import-sheet.ts';
import { imports } from './calls/imports.ts';
import { letterPreview } from './calls/letter-preview.ts';
import { letterTime } from './calls/letter-time.ts';
import { moveLetters } from './calls/move-letters.ts';
import { namedPlan } from './calls/named-plan.ts';
import { overview } from './calls/overview.ts';
import { peopleCounts } from './calls/people-counts.ts';
import { person } from './calls/person.ts';
import { prune } from './calls/prune.ts';
import { prunePlan } from './calls/prune-plan.ts';
import { readSheet } from './calls/read-sheet.ts';
import { refusedRows } from './calls/refused-rows.ts';
import { release } from './calls/release.ts';
import { retry } from './calls/retry.ts';
import { sendLetterAgain } from './calls/send-letter-again.ts';
import { storedPerson } from './calls/stored-person.ts';
import { subjects } from './calls/subjects.ts';
import { totals } from './calls/totals.ts';
import { undoImport } from './calls/undo-import.ts';
import { undoWave } from './calls/undo-wave.ts';
import { wave } from './calls/wave.ts';
import { wavePlan } from './calls/wave-plan.ts';
import { waves } from './calls/waves.ts';

/**
 * Every act and question of the team. The console makes them by HTTP (`POST /api/NAME` with the input as JSON), a
 * command in its own process. Those with an id (`changeId`, `decisionId`, `waveId`) change something; those that answer a `CallFile` answer a file.
 */
export const calls = {
  addNote,
  addPerson,
  arrivals,
  cameBack,
  cameBackAddresses,
  cities,
  decide,
  decideWave,
  discard,
  download,
  erase,
  erasePlan,
  exportPeople,
  held,
  importSheet,
  imports,
  letterPreview,
  letterTime,
  moveLetters,
  namedPlan,
  overview,
  peopleCounts,
  person,
  prune,
  prunePlan,
  readSheet,
  refusedRows,
  release,
  retry,
  sendLetterAgain,
  storedPerson,
  subjects,
  totals,
  undoImport,
  undoWave,
  wave,
  wavePlan,
  waves,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** What a caller gives, and what the rule of the call gets. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
export type CallRequest<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallAnswer<Name extends CallName> = Awaited<ReturnType<Calls[Name]['answer']>>;
