/** Largest request body of a function. */
export const maxBodyBytes = 64 * 1024;

/** Without an answer after this time, the form aborts a call and counts it as failed. */
export const callTimeoutMs = 15_000;
