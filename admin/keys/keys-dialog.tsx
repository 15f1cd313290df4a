import { useState } from 'react';
import { decisionsOf } from '#contract/review.ts';
import { useValue } from '../api/value.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import './keys-dialog.css';
import { setSingleKeys, singleKeys, useKeys } from './use-keys.ts';

const list = [
  ['j', 'k', 'The next, the previous'],
  ['Enter', null, 'Open'],
  ['x', null, 'Select; with Shift: up to here'],
  ...[...decisionsOf('creator'), ...decisionsOf('contact').filter(({ to }) => to !== 'new')].map(
    ({ shortcut, verb }) => [shortcut, null, verb] as const,
  ),
  ['u', null, 'Undo the last decisions'],
  ['/', null, 'Search'],
  ['Escape', null, 'Leave a field; select nothing'],
  ['?', null, 'This list'],
] as const;

/** The list of keys, with its button. */
export function KeysDialog() {
  const [isOpen, setOpen] = useState(false);
  const isOn = useValue(singleKeys);
  useKeys({ '?': () => setOpen(true) });
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)} className="keys-button">
        Keys
      </Button>
      {isOpen && (
        <Dialog title="Keys" onClose={() => setOpen(false)}>
          <dl className="keys-list">
            {list.map(([key, other, meaning]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd> {other && <kbd>{other}</kbd>}
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <p className="muted">They act on the selected rows; with none, on the row that has the focus.</p>
          <label className="check">
            <input type="checkbox" checked={isOn} onChange={(event) => setSingleKeys(event.target.checked)} />
            Single keys are on
          </label>
        </Dialog>
      )}
    </>
  );
}
