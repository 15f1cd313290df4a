import { useEffect } from 'react';
import { useValue } from '../api/value.ts';
import { Button } from '../ui/button.tsx';
import { announce } from './live-region.tsx';
import './notice.css';
import { notify, shownNotice } from '../api/notices.ts';

/** The last thing that happened, with its undo. */
export function Notice() {
  const notice = useValue(shownNotice);
  useEffect(() => {
    if (notice) announce([notice.text, ...(notice.details ?? [])].join(' '));
  }, [notice]);
  if (notice === null) return null;
  return (
    <aside className="notice ink" aria-label="Notice">
      <div className="stack notice-text">
        <p>{notice.text}</p>
        {notice.details?.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {notice.undo && (
        <Button look="plain" onClick={notice.undo} shortcut="u">
          {notice.undoName ?? 'Undo'}
        </Button>
      )}
      <Button look="plain" label="Close the notice" onClick={() => notify(null)}>
        ×
      </Button>
    </aside>
  );
}
