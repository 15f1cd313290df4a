/** A Slack app that posts, changes and deletes its messages through Slack's Web API. */
export interface SlackAppSettings {
  /** Ends with a slash; a method's name follows it. */
  apiUrl: string;
  /** A secret. */
  token: string;
  /** Its id, or its name after a `#`. */
  waitlistChannel: string;
  contactChannel: string;
}

type Parsed = { value: string } | { problem: string };

export const slackApiUrl = 'https://slack.com/api/';
/** The second is GovSlack's. https://docs.slack.dev/govslack */
const apiUrls = [slackApiUrl, 'https://slack-gov.com/api/'];

/** A bot's token, not a user's, an app's or one that expires. https://docs.slack.dev/authentication/tokens */
export function parseBotToken(text: string): Parsed {
  if (/^xoxb-[A-Za-z\d-]{10,250}$/.test(text)) return { value: text };
  return {
    problem:
      'must be the bot token of your Slack app, which begins with xoxb-: "OAuth & Permissions" of your app, "Bot User OAuth Token".',
  };
}

/** An id (`C…`, of old private channels `G…`), or a name as Slack makes them: without capitals, spaces and dots. */
export function parseSlackChannel(text: string): Parsed {
  if (/^[CG][A-Z\d]{7,20}$/.test(text) || /^#[^\s\p{Lu}#@.,:;<>&"'()[\]{}]{1,80}$/u.test(text))
    return { value: text };
  return {
    problem:
      'must be the id of a channel such as C0123456789 (in Slack: the name of the channel, "About", at the end), or its name such as #waitlist.',
  };
}

/** @param isLoopback whether a host is this machine: only there another API than Slack's own is used */
export function parseSlackApiUrl(text: string, isLoopback: (hostname: string) => boolean): Parsed {
  const url = URL.parse(text.endsWith('/') ? text : `${text}/`);
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (isPlain && (apiUrls.includes(url.href) || (isWeb && isLoopback(url.hostname))))
    return { value: url.href };
  return {
    problem: `must be ${slackApiUrl}, or the address of a stand-in for Slack on this machine; leave it out for Slack.`,
  };
}
