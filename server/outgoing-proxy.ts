import { setGlobalProxyFromEnv } from 'node:http';

/** Reached without the proxy: stand-ins for Slack or the identity provider, and this server itself. */
const loopback = 'localhost,127.0.0.1,[::1]';

/**
 * Sends every `fetch` through the proxy from now on: calls to Slack and the identity provider, but not mail.
 *
 * @param url may hold a password
 * @param exceptions hosts that are reached without it, separated by commas
 * @returns ends it
 */
export const setOutgoingProxy = ({ url, exceptions }: { url: string; exceptions: string }) =>
  setGlobalProxyFromEnv({ https_proxy: url, no_proxy: `${exceptions},${loopback}` });
