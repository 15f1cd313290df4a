declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: 'sfnt' | 'woff2'; noHinting?: boolean },
  ): Promise<Buffer>;
  export = subsetFont;
}
