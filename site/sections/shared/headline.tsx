import { Fragment } from 'react';

interface HeadlineProps {
  /** The whole sentence. Screen readers read it as one, whatever its lines are. */
  text: string;
  /** The number of words in each line: fixed, so that a font that arrives late cannot change the lines. */
  lines: readonly number[];
  className: string;
}

/** A page's first heading, line by line, the last one in the display face's italic. Renders an `<h1>`. */
export function Headline({ text, lines, className }: HeadlineProps) {
  const words = text.split(' ');
  const broken = lines.map((count) => words.splice(0, count).join(' '));
  return (
    <h1 id="hero-heading" className={`display ${className}`}>
      {broken.map((line, index) => (
        <Fragment key={line}>
          {index > 0 && ' '}
          {index === broken.length - 1 ? (
            <em className="line accent">{line}</em>
          ) : (
            <span className="line">{line}</span>
          )}
        </Fragment>
      ))}
    </h1>
  );
}
