import type { Moved } from '#contract/console-answers.ts';
import type { ConsoleRequest } from '#contract/console-calls.ts';
import type { ConsoleContext } from '#server/admin/console-context.ts';
import { requireRecord } from './require-record.ts';

export async function retryMessage(
  { about }: ConsoleRequest<'retryMessage'>,
  { consoleStore, wakeDelivery }: ConsoleContext,
): Promise<Moved> {
  const { id } = await requireRecord(consoleStore, about);
  const moved = await consoleStore.makeDueNow({ id });
  wakeDelivery();
  return { moved };
}

export async function retryLetter(
  { about }: ConsoleRequest<'retryLetter'>,
  { consoleStore, wakeDelivery }: ConsoleContext,
): Promise<Moved> {
  const { sequence } = await requireRecord(consoleStore, about);
  const moved = await consoleStore.requeueLetters({ sequence });
  wakeDelivery();
  return { moved };
}

export async function retryChannel(
  { channel }: ConsoleRequest<'retryChannel'>,
  { consoleStore, wakeDelivery }: ConsoleContext,
): Promise<Moved> {
  await consoleStore.resumeChannels([channel]);
  const waiting = await consoleStore.makeDueNow({ state: 'waiting', channel });
  const parked = await consoleStore.makeDueNow({ state: 'parked', channel });
  wakeDelivery();
  return { moved: waiting + parked };
}

export async function retryLetters(
  _request: ConsoleRequest<'retryLetters'>,
  { consoleStore, wakeDelivery }: ConsoleContext,
): Promise<Moved> {
  await consoleStore.resumeLetters();
  const queued = await consoleStore.requeueLetters({ state: 'queued' });
  const parked = await consoleStore.requeueLetters({ state: 'parked' });
  wakeDelivery();
  return { moved: queued + parked };
}
