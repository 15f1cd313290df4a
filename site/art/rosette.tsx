import { Drawing } from '#site/pictures/drawing.tsx';

/** A banknote's rosette, as decoration, from a file. Renders an `img`. */
export function Rosette({ name, className = '' }: { name: 'seal'; className?: string }) {
  return <Drawing name={name} width={1000} height={1000} className={`rosette ${className}`} />;
}
