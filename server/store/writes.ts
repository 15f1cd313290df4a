// biome-ignore-all lint/performance/noBarrelFile: the table of the store's queries that write; see store-calls.ts.
export { acceptBatch } from './queries/accept-batch.ts';
export { queueReply } from './queries/add-jobs.ts';
export { addNote } from './queries/add-note.ts';
export { addressKey } from './queries/address-key.ts';
export { claimJobs } from './queries/claim-jobs.ts';
export { forgetCopiedTo } from './queries/copied-to.ts';
export { decide } from './queries/decide.ts';
export { erase, prune } from './queries/delete-submissions.ts';
export { endClaim } from './queries/end-claim.ts';
export { forgetCounts } from './queries/engine-calls.ts';
export { endImport, importPeople, undoImport } from './queries/imports.ts';
export { answerInvitation } from './queries/invitation-answers.ts';
export { markAddressesCameBack, markCameBack, moveLetters, sendLetterAgain } from './queries/letters.ts';
export { parkRestored } from './queries/park-restored.ts';
export { connectQueue, disconnectChannels } from './queries/queues.ts';
export { recordRelease } from './queries/record-release.ts';
export { discard, release } from './queries/release-and-discard.ts';
export { retryJobs } from './queries/retry-jobs.ts';
export { readSecret } from './queries/secrets.ts';
export {
  addSignInLink,
  endSession,
  endSessions,
  findSession,
  recordSignIn,
  redeemSignInLink,
  startSession,
} from './queries/sign-ins.ts';
export { decideWave, undoWave } from './queries/waves.ts';
