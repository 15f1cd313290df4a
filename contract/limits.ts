/** Most characters of each field, counted after trimming; the server's limits, far above what people type. */
export const maxCharacters = {
  name: 200,
  email: 320,
  handle: 200,
  venueName: 200,
  website: 2_000,
  city: 200,
  bio: 5_000,
  message: 5_000,
} as const;

/** Largest request body of a function. */
export const maxBodyBytes = 64 * 1024;

/** After this long without an answer the form gives a call up and counts it as failed. */
export const callTimeoutMs = 15_000;
