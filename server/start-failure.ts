import { brand } from '#contract/brand.ts';
import { ConfigError } from './config.ts';
import { EnvFileError } from './env-file.ts';
import { PagesMissingError } from './http/pages.ts';
import { StoreOpenError } from './store/errors.ts';

/** The program cannot listen on a port that it needs. The message names the setting and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

interface Listening {
  /** The setting that names the port. */
  setting: 'PORT' | 'OPS_PORT';
  host: string;
  port: number;
}

/** @throws {ListenError} when it cannot listen on the address or the port */
export async function listenOn<Result>(where: Listening, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const message = explainListenError(code, where);
    throw message === null ? error : new ListenError(message, { cause: error });
  }
}

function explainListenError(code: string, { setting, host, port }: Listening): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} (${setting}) is in use by another program. Stop that program, or set ${setting} to a free port.`;
    case 'EACCES':
      return `This user may not listen on port ${port} (${setting}). Set ${setting} to a port from 1024, or let a proxy in front listen on ${port}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `HOST=${host} is not an address of this machine. Set HOST to 127.0.0.1 for this machine only, to 0.0.0.0 for every network, or to one of its addresses.`;
    case 'EAFNOSUPPORT':
      return `This process may not use the network of HOST=${host}: the machine has no ${host.includes(':') ? 'IPv6' : 'IPv4'}, or what starts the program forbids it (RestrictAddressFamilies of a systemd unit). Set HOST to an address of the other kind, or allow it.`;
    default:
      return null;
  }
}

const explained = [ConfigError, EnvFileError, ListenError, PagesMissingError, StoreOpenError];

/** What stopped the start, and what to do; without a stack where a person can correct it. */
export function describeStartFailure(error: unknown, isDebug: boolean): string {
  const title = `${brand.name} could not start.`;
  if (!(error instanceof Error)) return title;
  if (isDebug) return `${title}\n${error.stack}`;
  const isExplained = explained.some((kind) => error instanceof kind);
  return `${title} ${error.message}${isExplained ? '' : '\n(LOG_LEVEL=debug shows where.)'}`;
}
