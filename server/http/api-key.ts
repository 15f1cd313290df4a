import { type ErrorCode, errorCodes } from '#contract/wire.ts';

/**
 * Only the `apikey` header authenticates. `Authorization` is ignored: the official client puts the key there,
 * or a session's token that this server never issued, and neither is a reason to refuse. The key is public, so
 * it is not compared in constant time.
 *
 * @returns why it is refused; null when it is not
 */
export function refuseApiKey(
  apiKey: string | string[] | undefined,
  publicKeys: readonly string[],
): { code: ErrorCode; message: string } | null {
  if (apiKey === undefined || apiKey === '') {
    return { code: errorCodes.noApiKey, message: 'The apikey header is missing.' };
  }
  if (typeof apiKey === 'string' && publicKeys.includes(apiKey)) return null;
  return { code: errorCodes.invalidApiKey, message: 'The apikey header is not a key of this site.' };
}
