import { expect, test } from 'vitest';
import { isSignedBySlack } from './verify-signature.ts';

/** Slack's own example. https://docs.slack.dev/authentication/verifying-requests-from-slack */
const documented = {
  secret: '8f742231b10e8888abcd99yyyzzz85a5',
  body: Buffer.from(
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  ),
  headers: {
    'x-slack-request-timestamp': '1531420618',
    'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  },
};
const documentedMs = 1_531_420_618_000;
const { secret, headers, body } = documented;

test("takes the example of Slack's documentation, up to five minutes later", () => {
  expect(isSignedBySlack(headers, body, secret, documentedMs)).toBe(true);
  expect(isSignedBySlack(headers, body, secret, documentedMs + 299_000)).toBe(true);
  expect(isSignedBySlack(headers, body, secret, documentedMs + 301_000)).toBe(false);
  expect(isSignedBySlack(headers, body, secret, documentedMs - 301_000)).toBe(false);
});
