import { setGlobalProxyFromEnv } from 'node:http';

/** The proxy that calls to other machines go through. */
export interface OutgoingProxy {
  /** May hold a password. */
  url: string;
  /** Hosts that are reached without it, separated by commas. */
  exceptions: string;
}

/** What stands in for Slack or for the identity provider, and this server itself. */
const loopback = 'localhost,127.0.0.1,[::1]';

/**
 * Sends every `fetch` through the proxy from now on: to Slack and to the identity provider, not the mail.
 * @returns ends it
 */
export const setOutgoingProxy = ({ url, exceptions }: OutgoingProxy): (() => void) =>
  setGlobalProxyFromEnv({ https_proxy: url, no_proxy: `${exceptions},${loopback}` });
