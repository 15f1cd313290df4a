/** The logo: three lines of a list that read as an E, with a red acute accent. Renders an `svg`. */
export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d="M7 13h18v3H7zm0 6h13v3H7zm0 6h18v3H7z" fill="currentColor" />
      <path d="M14 10 19.5 3H24l-6.5 7z" className="bar-accent" />
    </svg>
  );
}
