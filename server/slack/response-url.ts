/** Slack's hosts; the second is GovSlack's. https://docs.slack.dev/govslack */
const slackHosts = ['hooks.slack.com', 'hooks.slack-gov.com'];

/**
 * Whether answers may be posted there: https, one of Slack's hosts, and a path for interactions. Where a
 * stand-in on this machine takes the place of Slack, it may name itself.
 *
 * @param standInOrigin null: there is none
 */
export function isResponseUrl(value: string, standInOrigin: string | null): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return false;
  if (!/^\/actions(\/[A-Za-z\d]+){3}$/.test(url.pathname)) return false;
  if (standInOrigin !== null && url.origin === standInOrigin) return true;
  return url.protocol === 'https:' && slackHosts.includes(url.host);
}
