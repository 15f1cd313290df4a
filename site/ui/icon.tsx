/** In a square of 24 units. */
const paths = { menu: 'M3 8h18M3 16h18', close: 'M5 5l14 14M19 5L5 19' };

/** An icon in thin lines, as decoration. Renders an `svg`. */
export const Icon = ({ name, size = 24 }: { name: keyof typeof paths; size?: number }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" fill="none" stroke="currentColor">
    <path d={paths[name]} strokeWidth="1.5" />
  </svg>
);
