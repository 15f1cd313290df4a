/** The house's rubber stamp with the day on it; its ink is uneven. Renders an `svg`. */
export function RubberStamp({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 260 130" className={`rubber-stamp ${className}`} aria-hidden="true">
      <filter id="uneven-ink" x="0" y="0" width="100%" height="100%">
        <feTurbulence type="fractalNoise" baseFrequency=".035 .06" numOctaves="3" seed="7" result="noise" />
        <feColorMatrix in="noise" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 -9 6.9" result="worn" />
        <feComposite in="SourceGraphic" in2="worn" operator="in" />
      </filter>
      <g filter="url(#uneven-ink)" fill="none" stroke="currentColor">
        <rect x="4" y="4" width="252" height="122" rx="9" strokeWidth="5" />
        <rect x="12" y="12" width="236" height="106" rx="4" strokeWidth="1.6" />
        <g fill="currentColor" stroke="none" textAnchor="middle">
          <text x="130" y="66" className="rubber-words">
            Received
          </text>
          <text x="130" y="98" className="rubber-day" data-typed="today" />
        </g>
      </g>
    </svg>
  );
}
