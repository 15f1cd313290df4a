import { createValue, useValue } from '../api/value.ts';

const announced = createValue('');

/** Says it to who does not see it, politely. */
export const announce = (text: string): void => announced.set(text);

/** The only one of the console; it is there before anything is announced. */
export function LiveRegion() {
  return (
    <p className="visually-hidden" role="status">
      {useValue(announced)}
    </p>
  );
}
