import type { ComponentProps } from 'react';
import './button.css';

type ButtonProps = Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & {
  look?: 'plain' | 'outline' | 'primary' | 'danger';
  type?: 'button' | 'submit';
  /** Needed where the content is a sign and not a word. */
  label?: string;
  /** A single key that does the same. */
  shortcut?: string | undefined;
  isPending?: boolean;
  /** What it does is done already. */
  isDone?: boolean;
};

/** A button. Renders a `<button>`; while it is pending, or done, it keeps the focus and does nothing. */
export function Button({
  look = 'outline',
  type = 'button',
  label,
  shortcut,
  isPending = false,
  isDone = false,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const doesNothing = isPending || isDone;
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-shortcut={shortcut}
      aria-disabled={doesNothing || undefined}
      className={`button button-${look} ${className}`}
      onClick={doesNothing ? (event) => event.preventDefault() : onClick}
    >
      {children}
    </button>
  );
}
