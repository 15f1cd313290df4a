import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { callTimeoutMs } from '#contract/limits.ts';
import type { SubmissionKind } from '#contract/submission.ts';
import { toasts } from '#contract/texts.ts';
import { type ErrorAnswer, idempotencyField } from '#contract/wire.ts';
import { inTime } from '#site/backend/in-time.ts';
import { backendSettings } from '#site/backend/settings.ts';
import { hasStoredSession } from '#site/backend/stored-session.ts';
import { dropDraft, readTyped } from '#site/islands/submission/draft.ts';
import type { Receipt } from '#site/islands/submission/receipts.ts';
import type { FormSender, Sent } from '#site/islands/submission/send-form.ts';
import { serverAnswers } from '#site/islands/submission/server-answers.ts';
import { pageToasts } from '#site/islands/toasts/toast-store.ts';

/** The last submission of this form. */
type Submission =
  | { state: 'pending' }
  | { state: 'failed'; fieldErrors?: ErrorAnswer['fields'] }
  | {
      state: 'sent';
      kind: SubmissionKind;
      /** Missing where its file could not be loaded. */
      receipt: Receipt | undefined;
      /**
       * Shows the picture. Not a part of the form's own script: it is loaded with the code that has sent the form.
       */
      Success: FormSender['Success'];
    };

const ignore = () => undefined;

/** A submission waits no longer than this for its picture, which starts to load when the form is first touched. */
const receiptTimeoutMs = 1_500;

/** The states of a form that is sent to a function: idle, pending, and its outcome. */
export function useSubmission(kind: SubmissionKind) {
  const formRef = useRef<HTMLFormElement>(null);
  // Undefined until something is sent here; until then the address's fragment decides what is shown.
  const [outcome, setOutcome] = useState<Submission | null>();
  // A ref, because state would be too late for a second submit in the same task.
  const inFlight = useRef(false);
  const sender = useRef<Promise<FormSender>>(undefined);
  const failureToast = useRef<number>(undefined);
  /** Calls in a row that were cut or blocked. */
  const cuts = useRef(0);

  /** Loaded while the person is still typing; a page that is only read never downloads it. */
  const loadSender = useCallback((): Promise<FormSender> => {
    sender.current ??= import('#site/islands/submission/send-form.ts').then(({ createFormSender }) =>
      createFormSender(backendSettings()),
    );
    sender.current.catch(() => {
      sender.current = undefined;
    });
    return sender.current;
  }, []);

  useEffect(() => {
    if (hasStoredSession(backendSettings().url)) {
      loadSender().then(({ keepSession }) => keepSession(), ignore);
    }
  }, [loadSender]);

  async function send(form: FormData): Promise<Sent> {
    const startedAtMs = performance.now();
    try {
      const loaded = await inTime(loadSender(), callTimeoutMs);
      const leftMs = callTimeoutMs - (performance.now() - startedAtMs);
      return await loaded.send(form, kind, Math.max(leftMs, 1_000));
    } catch (error) {
      return { state: 'notStarted', reason: String(error) };
    }
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (inFlight.current) return;
    inFlight.current = true;
    const form = event.currentTarget;
    setOutcome({ state: 'pending' });
    const settle = (result: Submission | null) => {
      setOutcome(result);
      inFlight.current = false;
    };

    const data = new FormData(form);
    const sent = await send(data);
    cuts.current = sent.isCut ? cuts.current + 1 : 0;
    // What blocks only the scripts' calls, such as an extension, does not block a form.
    const isBlocked = cuts.current > 1 && backendSettings().url === location.origin;
    if ((sent.state === 'notStarted' || isBlocked) && (await serverAnswers())) {
      console.error('The browser sends the form by itself:', sent.reason);
      // The same as in the calls before, of which perhaps only the answers were lost.
      const value = sent.idempotencyKey ?? '';
      const attributes = { type: 'hidden', name: idempotencyField, value };
      const key = Object.assign(document.createElement('input'), attributes);
      form.append(key);
      // After the back button the form is ready to be sent again.
      addEventListener(
        'pageshow',
        () => {
          key.remove();
          settle(null);
        },
        { once: true },
      );
      form.submit();
      return;
    }
    pageToasts.dismiss(failureToast.current);
    if (sent.state === 'sent') {
      const { drawReceipt, Success } = await loadSender();
      const receipt = await inTime(drawReceipt(kind, readTyped(data)), receiptTimeoutMs).catch(ignore);
      dropDraft();
      form.reset();
      pageToasts.show({ ...toasts[`${kind}Sent`], destructive: false });
      settle({ state: 'sent', kind, receipt, Success });
    } else {
      console.error(`Failed to submit to ${form.action}:`, sent.reason);
      const notSent = kind === 'contact' ? 'contactNotSent' : 'waitlistNotSent';
      failureToast.current = pageToasts.show({ ...toasts[notSent], destructive: true });
      settle({ state: 'failed', fieldErrors: sent.fieldErrors });
    }
  };

  /** Back to the empty form after a success. */
  const reset = useCallback(() => setOutcome((last) => (last?.state === 'sent' ? null : last)), []);

  return {
    form: formRef,
    pending: outcome?.state === 'pending',
    outcome,
    fieldErrors: outcome?.state === 'failed' ? outcome.fieldErrors : undefined,
    submit,
    preload: () => void loadSender().catch(ignore),
    reset,
  };
}
