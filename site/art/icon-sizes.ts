/** Sides of the icons as PNG, in pixels: Apple's home screen, and the two that Android asks of a manifest. */
export const iconSizes = [180, 192, 512] as const;
