const maxDegrees = 9;

/** Tilts the cards towards a fine pointer, unless the visitor prefers reduced motion. */
export function tiltCards(): void {
  if (!matchMedia('(pointer: fine) and (prefers-reduced-motion: no-preference)').matches) return;
  for (const card of document.querySelectorAll<HTMLElement>('.creator-card')) {
    card.addEventListener('pointermove', ({ clientX, clientY }) => {
      const { left, top, width, height } = card.getBoundingClientRect();
      const x = (clientX - left) / width - 0.5;
      const y = (clientY - top) / height - 0.5;
      card.style.transform = `perspective(60rem) rotateX(${-y * maxDegrees}deg) rotateY(${x * maxDegrees}deg)`;
      // The foil's light moves with it.
      card.style.setProperty('--tilt-x', (2 * x).toFixed(3));
    });
    card.addEventListener('pointerleave', () => {
      card.style.transform = '';
      card.style.removeProperty('--tilt-x');
    });
  }
}
