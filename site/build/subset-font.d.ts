declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: 'sfnt' | 'woff2' },
  ): Promise<Buffer>;
  export = subsetFont;
}
