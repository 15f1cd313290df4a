interface AccentedProps {
  /** A sentence that is said whole: the accent changes how it looks, not what it reads. */
  text: string;
  /** How many of its last words are in the italic. */
  last?: number;
}

/** A headline's words, the last ones in the display face's italic. Renders text and an `<em>`. */
export function Accented({ text, last = 1 }: AccentedProps) {
  const words = text.split(' ');
  return (
    <>
      {words.slice(0, -last).join(' ')} <em className="accent">{words.slice(-last).join(' ')}</em>
    </>
  );
}
