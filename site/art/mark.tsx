/** The mark: a coupe, filled, on whole units, so that it stays sharp at 16 pixels. Renders an `svg`. */
export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d="M2 4h28c0 9-5 12-12 13v7l6 2v2H8v-2l6-2v-7C7 16 2 13 2 4z" fill="currentColor" />
      <path d="M4 6h24c-1 5.5-6 8-12 8S5 11.5 4 6z" className="bar-mark-drink" />
    </svg>
  );
}
