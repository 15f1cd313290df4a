import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ToldState } from '#contract/review.ts';
import { letterPreviewQuery } from '../api/queries.ts';
import { useSession } from '../api/session.ts';
import { Email } from './email.tsx';
import './letter-preview.css';
import { NotLoaded } from './problem.tsx';

interface LetterPreviewProps {
  /** Id of an application of the person. */
  about: string;
  toldState: ToldState;
}

/** The letter that this person would get, as mail programs show it and as plain text. Nothing in it runs or is loaded. */
export function LetterPreview({ about, toldState }: LetterPreviewProps) {
  const { sendsLetters } = useSession();
  const [isOpen, setOpen] = useState(false);
  const letter = useQuery({ ...letterPreviewQuery({ about, toldState }), enabled: isOpen });
  if (!sendsLetters) return null;
  return (
    <details className="letter" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{toldState === 'invited' ? 'The invitation’s letter' : 'The letter to the declined'}</summary>
      {isOpen && <NotLoaded query={letter} failed="It could not be shown" />}
      {letter.data && (
        <div className="stack">
          <p>
            To <Email address={letter.data.to} />: {letter.data.subject}
          </p>
          {letter.data.html !== null && (
            <iframe title="As mail programs show it" sandbox="" srcDoc={letter.data.html} />
          )}
          <pre>{letter.data.text}</pre>
        </div>
      )}
    </details>
  );
}
