/** A session of the W3C WebDriver protocol: the few commands that the tests need, over plain HTTP. */
export interface WebDriverSession {
  /** What the browser said of itself. */
  capabilities: Record<string, unknown>;
  /** @throws WebDriverError */
  get(command: string): Promise<unknown>;
  /** @throws WebDriverError */
  post(command: string, body?: object): Promise<unknown>;
  /** @throws WebDriverError */
  delete(command: string): Promise<unknown>;
}

/** An error that the driver answered, with its code from the specification, such as `javascript error`. */
export class WebDriverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}

interface Answer {
  value: unknown;
}

/**
 * Asks a driver for a session (https://www.w3.org/TR/webdriver2/#endpoints).
 *
 * @throws WebDriverError when the driver cannot start a browser with these capabilities
 */
export async function newSession(driverUrl: string, alwaysMatch: object): Promise<WebDriverSession> {
  const { sessionId, capabilities } = (await call('POST', `${driverUrl}/session`, {
    capabilities: { alwaysMatch },
  })) as { sessionId: string; capabilities: Record<string, unknown> };
  const address = (command: string) => `${driverUrl}/session/${sessionId}${command && `/${command}`}`;
  return {
    capabilities,
    get: (command) => call('GET', address(command)),
    post: (command, body = {}) => call('POST', address(command), body),
    delete: (command) => call('DELETE', address(command)),
  };
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as Answer;
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new WebDriverError(error, message);
}
