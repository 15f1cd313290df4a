import type { Wave } from '#contract/answers.ts';
import type { EngineTraits, StoreDatabase, StoreTransaction } from '#server/store/schema.ts';
import { lockQueueOf } from './queues.ts';

/** The decisions of a wave as they stand now. */
export async function readWave(database: StoreDatabase, _traits: EngineTraits, id: string): Promise<Wave> {
  const decisions = await database
    .selectFrom('decisions')
    .leftJoin('applicants', (join) =>
      join
        .onRef('applicants.kind', '=', 'decisions.kind')
        .onRef('applicants.subject', '=', 'decisions.subject')
        .onRef('applicants.version', '=', 'decisions.version'),
    )
    .leftJoin('submissions', 'submissions.sequence', 'applicants.sequence')
    .select([
      'submissions.id',
      'submissions.sequence',
      'decisions.kind',
      'decisions.version',
      'from_state',
      'to_state',
    ])
    .where('wave', '=', id)
    .orderBy('decisions.position')
    .execute();
  const { told } = await database
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('told'))
    .where('decision', 'in', decisionsOf(database, id))
    .where('state', 'in', ['delivered', 'claimed'])
    .executeTakeFirstOrThrow();
  const people = decisions.flatMap(({ id: newest, sequence, kind, version, from_state, to_state }) =>
    newest === null || sequence === null
      ? []
      : [{ about: { id: newest }, sequence, kind, version, from: from_state, to: to_state }],
  );
  return { decisions: decisions.length, told, people };
}

/**
 * The same, and cancels the letters of the wave unless somebody was told. Then its decisions can be taken back one
 * by one, and the others are not told meanwhile.
 */
export async function stopWave(
  transaction: StoreTransaction,
  traits: EngineTraits,
  id: string,
): Promise<Wave> {
  // Locked, so that no letter of it is claimed meanwhile.
  await lockQueueOf(transaction, traits, 'letters');
  const wave = await readWave(transaction, traits, id);
  if (wave.told > 0) return wave;
  await transaction
    .updateTable('jobs')
    .set({ state: 'cancelled', reason: null })
    .where('decision', 'in', decisionsOf(transaction, id))
    .where('state', 'in', ['waiting', 'parked'])
    .execute();
  return wave;
}

const decisionsOf = (database: Pick<StoreDatabase, 'selectFrom'>, id: string) =>
  database.selectFrom('decisions').select('id').where('wave', '=', id);
