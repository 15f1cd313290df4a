// biome-ignore-all lint/performance/noBarrelFile: the table of the store's queries that only read; see store-calls.ts.
export { readAddressKey } from './queries/address-key.ts';
export { readApplicationsOf, readNotesOf } from './queries/applicants/read-applicant-rows.ts';
export { countApplicants, countArrivals, readApplicants } from './queries/applicants/read-applicants.ts';
export {
  countDays,
  countPeople,
  firstApplicationMs,
  readOverview,
} from './queries/applicants/read-overview.ts';
export { readKeptDays } from './queries/applicants/refresh-applicants.ts';
export { readCopiedTo } from './queries/copied-to.ts';
export { countPrunable } from './queries/delete-submissions.ts';
export { emptyLog, ping, rewriteFile } from './queries/engine-calls.ts';
export { findErasedPeople } from './queries/erased-people.ts';
export { findMentions } from './queries/find-mentions.ts';
export { findImport, findKnownPeople, readImports } from './queries/imports.ts';
export { findInvitation } from './queries/invitation-answers.ts';
export { areOthersRefused, nextLetters } from './queries/letters.ts';
export { readMessageUpdates } from './queries/messages.ts';
export { channelStates } from './queries/read-channel-states.ts';
export { readMailbox } from './queries/read-mailbox.ts';
export { findByEmail, findRecord, readRecords } from './queries/read-records.ts';
export { readReview } from './queries/read-review.ts';
export { readSessions, readSignIns, readSignInsOf } from './queries/sign-ins.ts';
export { planWave, readWave, readWaves } from './queries/waves.ts';
