import type { Explanation } from '#contract/send-failures.ts';
import type { Config } from '#server/config.ts';
import { interactivityPath } from '#server/slack/interactivity.ts';
import { signatureOf } from '#server/slack/verify-signature.ts';
import type { SlackCheck } from './check-slack-app.ts';

/** Longer than Slack waits. */
const timeoutMs = 5_000;

/** Sends the running server a signed click that decides nothing, as Slack would; null: messages have no buttons. */
export async function checkInteractivity({
  slackSigningSecret,
  siteUrl,
}: Pick<Config, 'slackSigningSecret' | 'siteUrl'>): Promise<SlackCheck | null> {
  if (slackSigningSecret === null) return null;
  const body = Buffer.from(new URLSearchParams({ payload: '{"type":"test"}' }).toString());
  const timestamp = String(Math.floor(Date.now() / 1_000));
  try {
    const response = await fetch(`${siteUrl}${interactivityPath}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': signatureOf(body, timestamp, slackSigningSecret),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return toCheck(response.status === 200 ? null : explainStatus(response.status));
  } catch {
    return toCheck({
      what: `${siteUrl} was not reached.`,
      advice: 'Start the server, and check SITE_URL and the proxy in front of it.',
    });
  }
}

const toCheck = (problem: Explanation | null): SlackCheck => ({
  setting: 'SLACK_SIGNING_SECRET',
  done: problem === null ? 'the server took a signed test click' : '',
  failure: problem && { reason: 'clicks are not taken', ...problem },
});

/** By the status of the answer. */
const refusals: Readonly<Record<number, Explanation>> = {
  401: {
    what: 'The server refused the signature.',
    advice:
      'It runs with another SLACK_SIGNING_SECRET, or its clock is more than five minutes off: start it again, and check the time of both machines.',
  },
  404: {
    what: 'The server takes no clicks.',
    advice: 'It was started without SLACK_SIGNING_SECRET: start it again.',
  },
};

const explainStatus = (status: number): Explanation =>
  refusals[status] ?? {
    what: `The answer was ${status}, not the server's.`,
    advice: `Check that the proxy passes POST ${interactivityPath} on as it is.`,
  };
