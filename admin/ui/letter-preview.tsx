import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LetterKind, letterTable } from '#contract/review.ts';
import { letterPreviewQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { Email } from './email.tsx';
import './letter-preview.css';
import { NotLoaded } from './problem.tsx';

interface LetterPreviewProps {
  /** Id of an application of the person. */
  about: string;
  letter: LetterKind;
}

/** The letter that this person would get, as mail programs show it and as plain text. Nothing in it runs or is loaded. */
export function LetterPreview({ about, letter: kind }: LetterPreviewProps) {
  const { sendsLetters } = useSession();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({ ...letterPreviewQuery({ about, letter: kind }), enabled: isOpen });
  // A letter that could not be read again may have changed.
  const letter = query.isError ? undefined : query.data;
  if (!sendsLetters) return null;
  return (
    <details className="letter" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{letterTable[kind].title}</summary>
      {isOpen && <NotLoaded query={{ ...query, data: letter }} failed="It could not be shown" />}
      {letter && (
        <div className="stack">
          <p>
            To <Email address={letter.to} />: {letter.subject}
          </p>
          {letter.html !== null && (
            <iframe title="As mail programs show it" sandbox="" srcDoc={letter.html} />
          )}
          <pre>{letter.text}</pre>
        </div>
      )}
    </details>
  );
}
