import { type MouseEvent, type ReactNode, useId } from 'react';
import './popup.css';

/** For a button in it whose press ends the choice. */
export const closePopup = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();

interface PopupProps {
  label: string;
  isDisabled?: boolean;
  children: ReactNode;
}

/**
 * A button that opens something small beside it: the browser's popover. A click elsewhere or Escape closes
 * it, and the focus returns to the button.
 */
export function Popup({ label, isDisabled = false, children }: PopupProps) {
  const id = useId();
  return (
    <>
      <button type="button" className="button button-outline" popoverTarget={id} disabled={isDisabled}>
        {label}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a popover everywhere */}
      <div id={id} className="popup" popover="auto" role="group" aria-label={label}>
        {children}
      </div>
    </>
  );
}
