import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Answer, type CallBody, type ChangeCall, call, isRefused } from './call.ts';
import { notify } from './notices.ts';
import { readAgain } from './queries.ts';

type Body<Call extends ChangeCall> = Omit<CallBody<Call>, 'changeId'>;

interface Options<Call extends ChangeCall> {
  onDone?(answer: Answer<Call>, body: Body<Call>): void | Promise<void>;
  /** The component shows `failure`, so a notice says why it failed only when the component is gone. */
  showsFailure?: boolean;
}

/** Ids of changes that were sent and not answered, by what they change. Pressed again, a change keeps its id. */
const unanswered = new Map<string, string>();

const keyOf = <Call extends ChangeCall>(name: Call, body: Body<Call>): string =>
  `${name} ${JSON.stringify(body)}`;

/** The change may have been made with another one, under this id: when it is sent, it is sent with this id. */
export const expectChange = <Call extends ChangeCall>(name: Call, body: Body<Call>, changeId: string): void =>
  void unanswered.set(keyOf(name, body), changeId);

const describeFailure = (error: Error): string =>
  isRefused(error)
    ? error.message
    : `${error.message} It may have been done all the same: press again to make sure, it is done once.`;

/** A change that the server makes once, however often it is sent. Afterwards every view is read again. */
export function useChange<Call extends ChangeCall>(
  name: Call,
  { onDone, showsFailure = false }: Options<Call> = {},
) {
  const queryClient = useQueryClient();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const { mutate, error, ...change } = useMutation({
    mutationFn(body: Body<Call>) {
      const changeId = unanswered.get(keyOf(name, body)) ?? crypto.randomUUID();
      unanswered.set(keyOf(name, body), changeId);
      return call(name, { ...body, changeId } as unknown as CallBody<Call>);
    },
    onSuccess(answer, body) {
      unanswered.delete(keyOf(name, body));
      return onDone?.(answer, body);
    },
    onError(failed, body) {
      if (isRefused(failed)) unanswered.delete(keyOf(name, body));
      // A dialog may have been closed before the answer came.
      if (!showsFailure || !isOpen.current) notify({ text: describeFailure(failed) });
    },
    onSettled: () => readAgain(queryClient),
  });
  const run = (body: Body<Call>) => mutate(body);
  return { ...change, run, failure: error && describeFailure(error) };
}
