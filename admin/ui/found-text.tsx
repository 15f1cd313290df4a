import type { ReactNode } from 'react';
import { cleanLine } from '#contract/clean-text.ts';
import { findMatches } from '#contract/search-words.ts';

/** A text that was sent, on one line, which cannot reorder the text beside it. What was `searched` is marked in it. */
export function FoundText({ text, searched }: { text: string; searched: readonly string[] }) {
  const line = cleanLine(text);
  if (line === '') return null;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of findMatches(line, searched)) {
    parts.push(
      line.slice(end, match.start),
      <mark key={match.start}>{line.slice(match.start, match.end)}</mark>,
    );
    end = match.end;
  }
  return (
    <bdi>
      {parts}
      {line.slice(end)}
    </bdi>
  );
}
