/**
 * Playwright captures a stack at each call to name the line of the test, and translates each frame from what it has
 * compiled to the source. Frames of libraries were not compiled: without their translation the browser tests take
 * a twentieth less processor time. What a stack says stays the same.
 */
const { prepareStackTrace: translate } = Error;

if (translate !== undefined) {
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) =>
      isOfLibrary(frame.getFileName()) ? libraryLine(frame) : translatedLine(error, frame),
    );
    return `${error.name || 'Error'}: ${error.message ?? ''}${lines.join('')}`;
  };
}

const isOfLibrary = (file: string | null | undefined) =>
  file == null || file.startsWith('node:') || file.includes('/node_modules/');

/** Playwright hides its own frames, but not those that V8 marks as awaited. */
const libraryLine = (frame: NodeJS.CallSite) => `\n    at ${String(frame).replace(/^async /, '')}`;

/** The translation of one frame, which comes with the error's name and message before it. */
function translatedLine(error: Error, frame: NodeJS.CallSite): string {
  const stack: string = translate?.(error, [frame]);
  return stack.slice(stack.lastIndexOf('\n    at '));
}
