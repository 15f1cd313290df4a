/** Largest request body of a function. */
export const maxBodyBytes = 64 * 1024;

/** After this long without an answer the form gives a call up and counts it as failed. */
export const callTimeoutMs = 15_000;
