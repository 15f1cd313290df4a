import { type MouseEvent, type ReactNode, useId } from 'react';
import './popup.css';

const closeAfterButton = ({ target, currentTarget }: MouseEvent<HTMLElement>): void => {
  if (target instanceof HTMLButtonElement) currentTarget.hidePopover();
};

interface PopupProps {
  label: string;
  isDisabled?: boolean;
  children: ReactNode;
}

/**
 * A button that opens something small beside it: the browser's popover. A click elsewhere, a button in it or Escape
 * closes it, and the focus returns to the button.
 */
export function Popup({ label, isDisabled = false, children }: PopupProps) {
  const id = useId();
  return (
    <>
      <button type="button" className="button button-outline" popoverTarget={id} disabled={isDisabled}>
        {label}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a popover everywhere */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key that presses a button is a click too */}
      <div
        id={id}
        className="popup"
        popover="auto"
        role="group"
        aria-label={label}
        onClick={closeAfterButton}
      >
        {children}
      </div>
    </>
  );
}
