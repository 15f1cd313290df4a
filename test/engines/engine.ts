export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Key = 'Enter' | 'Tab' | 'Escape' | 'ArrowDown' | 'ArrowUp' | 'Home' | 'End';

/** One window of a browser: the little that each engine's driver must do. `Visitor` builds on it. */
export interface Engine {
  /** Opens an address and waits until the page has loaded. */
  goto(url: string): Promise<void>;
  /** Begins to open an address, and waits until the page has been read to its end: its scripts may be on their way. */
  begin(url: string): Promise<void>;
  /** The value of a JavaScript expression in the page, which must be JSON. It is not awaited. */
  evaluate(expression: string): Promise<unknown>;
  /** Moves the mouse there and clicks; in CSS pixels of the window. */
  clickAt(point: Point): Promise<void>;
  press(key: Key): Promise<void>;
  /** Types each character with the keyboard. */
  type(text: string): Promise<void>;
  /** Gives the page this many CSS pixels. */
  resize(size: Size): Promise<void>;
  /** Of what the window shows, as PNG. */
  screenshot(): Promise<Buffer>;
  /** Errors and warnings of the console, and uncaught errors, since `startAnew`; none where the driver has none. */
  consoleProblems(): readonly string[];
  /** An empty page, without cookies and storage of earlier ones. */
  startAnew(): Promise<void>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** The visitor has asked the system for less motion. */
  lessMotion: boolean;
}
