import { createValue, useValue } from '../api/value.ts';

const announced = createValue('');

/** Announces a text to screen readers, politely. */
export const announce = (text: string): void => announced.set(text);

/** The only live region of the console. It exists before anything is announced. */
export function LiveRegion() {
  return (
    <p className="visually-hidden" role="status">
      {useValue(announced)}
    </p>
  );
}
