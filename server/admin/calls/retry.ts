import { channelOf } from '#contract/channels.ts';
import type { ConsoleRequest, Moved } from '#contract/console-calls.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import type { RetryOptions } from '#server/store/operator-store.ts';
import { requireRecord } from './require-record.ts';

export async function retryMessage(
  { about }: ConsoleRequest<'retryMessage'>,
  context: ConsoleContext,
): Promise<Moved> {
  const { id, kind } = await requireRecord(context.store, about);
  return retry({ about: { id }, channels: [channelOf(kind)] }, context);
}

export async function retryLetter(
  { about }: ConsoleRequest<'retryLetter'>,
  context: ConsoleContext,
): Promise<Moved> {
  const { id } = await requireRecord(context.store, about);
  return retry({ about: { id }, channels: ['letters'] }, context);
}

export const retryChannel = (
  { channel }: ConsoleRequest<'retryChannel'>,
  context: ConsoleContext,
): Promise<Moved> => retry({ channels: [channel] }, context);

async function retry(
  which: Omit<RetryOptions, 'states'>,
  { store, wakeOutbox }: ConsoleContext,
): Promise<Moved> {
  const { dueNow } = await store.retryJobs({ ...which, states: ['waiting', 'parked'] });
  wakeOutbox();
  return { moved: dueNow.reduce((sum, { count }) => sum + count, 0) };
}
