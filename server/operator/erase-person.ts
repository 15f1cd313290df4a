import { countPrefixesOfPerson } from '#server/abuse/count-keys.ts';
import type { Erased } from '#server/store/queries/delete-submissions.ts';
import type { OperatorStore } from '#server/store/store.ts';

/** Deletes what the store holds of the person with this email: all that was sent, decided and counted. */
export async function erasePerson(
  store: Pick<OperatorStore, 'erase' | 'eraseRefusedSignIns' | 'readAddressKey' | 'forgetCounts'>,
  email: string,
): Promise<Erased & { refusedSignIns: number }> {
  const erased = await store.erase(email);
  const addressHashes = new Set(erased.records.flatMap(({ addressHash }) => addressHash ?? []));
  const hashKey = await store.readAddressKey();
  await store.forgetCounts(countPrefixesOfPerson({ email, addressHashes, hashKey }));
  return { ...erased, refusedSignIns: await store.eraseRefusedSignIns(email) };
}
