/** A path with all its lengths times `scale`. */
export const scalePath = (path: string, scale: number): string =>
  path.replace(/\d*\.?\d+/g, (length) => String(Number(length) * scale));
