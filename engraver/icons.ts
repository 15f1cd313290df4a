import sharp from 'sharp';

/** Sides of the icons as PNG, in pixels: Apple's home screen, and the two that Android asks of a manifest. */
export const iconSizes = [180, 192, 512] as const;

/** The favicon as PNG, for home screens, which read no SVG. They cut the corners themselves, so it has none. */
export const drawIcon = (favicon: string, size: number): Promise<Uint8Array> =>
  sharp(Buffer.from(favicon.replace(' rx="6"', '')), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, colours: 32 })
    .toBuffer();
