import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callTimeoutMs } from '#contract/limits.ts';
import { outcomeAnchors } from '#contract/pages.ts';
import { toasts } from '#contract/texts.ts';
import type { ErrorAnswer, FunctionName } from '#contract/wire.ts';
import { readBackendSettings } from '#site/backend/settings.ts';
import { hasStoredSession } from '#site/backend/stored-session.ts';
import { createIdempotencyKeys } from '#site/islands/submission/idempotency.ts';
import { pageToasts } from '#site/islands/toasts/toast-store.ts';

export type FormOutcome = keyof typeof outcomeAnchors;

interface Submission {
  functionName: FunctionName;
  readBody: (form: FormData) => object;
  sent: FormOutcome;
  notSent: FormOutcome;
  /** After a success, once the form is empty. */
  onSent?: () => void;
}

// Named one by one, because the build replaces each with its value.
const backendSettings = () =>
  readBackendSettings(
    {
      PUBLIC_BACKEND_URL: import.meta.env.PUBLIC_BACKEND_URL,
      PUBLIC_BACKEND_ANON_KEY: import.meta.env.PUBLIC_BACKEND_ANON_KEY,
    },
    location.origin,
  );

const loadClient = () => import('#site/backend/client.ts');
const ignore = () => {};

/** Loads the client while the person is still typing; a page that is only read never downloads it. */
const preloadClient = () => {
  loadClient().catch(ignore);
};

/** Rejects after `callTimeoutMs`. The client limits its own request only; this limit includes loading the client. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), callTimeoutMs);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

const readFieldErrors = async (response: Response | undefined): Promise<ErrorAnswer['fields']> => {
  if (response?.status !== 422) return undefined;
  const answer: ErrorAnswer | null = await response.json().catch(() => null);
  return answer?.fields;
};

/** For the console. It holds nothing that was typed: an error's message never carries the body. */
const describeFailure = (error: unknown, response: Response | undefined): string =>
  `${error instanceof Error ? error.message : String(error)}${response ? ` (status ${response.status})` : ''}`;

/** Sends a form to a function: whether it is being sent, the outcome, and the errors of its fields. */
export function useSubmission({ functionName, readBody, sent, notSent, onSent }: Submission) {
  const [pending, setPending] = useState(false);
  // Undefined until the effect below has run: until then the address's fragment decides what is shown.
  const [outcome, setOutcome] = useState<FormOutcome | null>();
  const [fieldErrors, setFieldErrors] = useState<ErrorAnswer['fields']>();
  // State would be too late for a second submit in the same task.
  const inFlight = useRef(false);
  const keys = useRef<ReturnType<typeof createIdempotencyKeys>>(undefined);
  const failureToast = useRef<number>(undefined);
  const button = useRef<HTMLElement>(null);

  useEffect(() => {
    const named = (Object.keys(outcomeAnchors) as FormOutcome[]).find(
      (name) => location.hash === `#${outcomeAnchors[name]}`,
    );
    setOutcome(named ?? null);
    const backend = backendSettings();
    if (hasStoredSession(backend.url)) {
      import('#site/backend/session.ts').then(({ keepStoredSession }) => keepStoredSession(backend), ignore);
    }
  }, []);

  // Moves the focus to the first refused field, as the browser's own check does; otherwise back to the button,
  // which lost it when it was disabled, unless the person has moved it meanwhile.
  useEffect(() => {
    if (pending) return;
    const refused = button.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid]');
    if (refused) refused.focus();
    else if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [pending]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    const form = event.currentTarget;
    // Kept, because it loses the focus when it is disabled.
    button.current = (event.nativeEvent as SubmitEvent).submitter;
    setPending(true);
    setOutcome(null);
    setFieldErrors(undefined);

    let failure: unknown;
    let response: Response | undefined;
    try {
      keys.current ??= createIdempotencyKeys();
      const body = { ...readBody(new FormData(form)) } as Record<string, string | boolean>;
      const idempotencyKey = keys.current.keyFor(JSON.stringify(body));
      const answer = await withTimeout(
        loadClient().then(({ createBackendClient }) =>
          createBackendClient(backendSettings()).invoke({ name: functionName, body, idempotencyKey }),
        ),
      );
      failure = answer.error;
      response = answer.response;
    } catch (error) {
      failure = error;
    }

    pageToasts.dismiss(failureToast.current);
    if (failure) {
      console.error(`Failed to submit to ${functionName}:`, describeFailure(failure, response));
      setFieldErrors(await readFieldErrors(response));
      failureToast.current = pageToasts.show({ ...toasts[notSent], destructive: true });
    } else {
      keys.current?.forget();
      // After Enter in a field: a phone's keyboard would cover the outcome.
      if (form.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
      form.reset();
      onSent?.();
      pageToasts.show({ ...toasts[sent], destructive: false });
    }
    setOutcome(failure ? notSent : sent);
    setPending(false);
    inFlight.current = false;
  };

  return { pending, outcome, fieldErrors, submit, preloadClient };
}
