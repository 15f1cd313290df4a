import { createValue } from './value.ts';

/**
 * Whether the last call reached the server. Not `navigator.onLine`: a console on this machine is reached
 * without a network.
 */
export const connection = createValue(true);
