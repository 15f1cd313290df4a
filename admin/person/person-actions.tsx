import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { linkableMailUrl } from '#contract/link-value.ts';
import { asciiEmail } from '#contract/submission-schema.ts';
import { callForFile } from '../api/call.ts';
import { notify } from '../api/notices.ts';
import type { Person } from '../api/queries.ts';
import type { ListName } from '../lists.ts';
import { Button } from '../ui/button.tsx';
import { Popup } from '../ui/popup.tsx';
import { saveFile } from '../ui/save-file.ts';
import type { ViewSearch } from '../view-search.ts';
import { EraseDialog } from './erase-dialog.tsx';

interface PersonActionsProps {
  person: Person;
  name: string;
  email: string;
  list: ListName;
  search: ViewSearch;
}

/** A link to reply by mail; behind "More" what is done rarely: download what is stored, erase. */
export function PersonActions({ person, name, email, list, search }: PersonActionsProps) {
  const url = linkableMailUrl(asciiEmail(email) ?? '');
  const [isErasing, setErasing] = useState(false);
  const download = useMutation({
    async mutationFn() {
      const response = await callForFile('download', { about: person.id });
      saveFile(await response.blob(), response);
    },
    onError: (error) => notify({ text: `The download failed. ${error.message}` }),
  });
  return (
    <div className="row">
      {url !== null && (
        <a className="button button-outline" href={url}>
          Reply by mail
        </a>
      )}
      <Popup label="More">
        <Button look="plain" onClick={() => download.mutate()} isPending={download.isPending}>
          Download what is stored
        </Button>
        <Button look="plain" onClick={() => setErasing(true)}>
          Erase…
        </Button>
      </Popup>
      {isErasing && (
        <EraseDialog
          person={person}
          name={name}
          list={list}
          search={search}
          onClose={() => setErasing(false)}
        />
      )}
    </div>
  );
}
