import { setGlobalProxyFromEnv } from 'node:http';

/** The proxy that calls to other machines go through. */
export interface OutgoingProxy {
  /** May hold a password. */
  url: string;
  /** Hosts that are reached without it, separated by commas. */
  exceptions: string;
}

/** Reached without the proxy: stand-ins for Slack or the identity provider, and this server itself. */
const loopback = 'localhost,127.0.0.1,[::1]';

/**
 * Sends every `fetch` through the proxy from now on: calls to Slack and the identity provider, but not mail.
 * @returns ends it
 */
export const setOutgoingProxy = ({ url, exceptions }: OutgoingProxy): (() => void) =>
  setGlobalProxyFromEnv({ https_proxy: url, no_proxy: `${exceptions},${loopback}` });
