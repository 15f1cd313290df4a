import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { exportTotalHeader } from '#contract/console-calls.ts';
import { countOf } from '#contract/texts.ts';
import { type CallBody, callForFile } from '../api/call.ts';
import { notify } from '../api/notices.ts';
import { type ListName, lists, viewOf } from '../lists.ts';
import { Button } from '../ui/button.tsx';
import { Popup } from '../ui/popup.tsx';
import { saveFile } from '../ui/save-file.ts';
import type { ViewSearch } from '../view-search.ts';
import { exportOf } from './subject-table.tsx';

interface ExportButtonProps {
  list: ListName;
  search: ViewSearch;
  total: number | undefined;
}

type ExportBody = CallBody<'exportPeople'>;

/** Downloads everyone of the view as a spreadsheet, with the columns that are chosen, and shows the progress. A second press stops it. */
export function ExportButton({ list, search, total }: ExportButtonProps) {
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef<AbortController>(null);
  const { mutate, isPending } = useMutation({
    async mutationFn(columns: ExportBody['columns']) {
      stop.current = new AbortController();
      const { signal } = stop.current;
      const response = await callForFile('exportPeople', { ...viewOf(list, search), columns }, { signal });
      const rows = Number(response.headers.get(exportTotalHeader));
      const file = await readRows(response, (read) => setShare(rows === 0 ? 1 : Math.min(1, read / rows)));
      saveFile(file, response);
      return rows;
    },
    // A second press stops it, and nothing begins it again.
    retry: false,
    onSuccess: (rows) => notify({ text: `${countOf(rows, lists[list].nouns)} exported.` }),
    onError: (error) =>
      notify({
        text: stop.current?.signal.aborted
          ? 'The export was stopped.'
          : `The export failed. ${error.message}`,
      }),
    onSettled: () => setShare(null),
  });

  const choices = [
    ['What they sent, for a partner', undefined],
    ['The shown columns', exportOf(list, search)],
    ['Everything, with notes', 'all'],
  ] as const;
  if (!isPending)
    return (
      <Popup label="Export" isDisabled={total === 0}>
        {choices.map(([name, columns]) => (
          <Button key={name} look="plain" onClick={() => mutate(columns)}>
            {name}
          </Button>
        ))}
      </Popup>
    );
  return (
    <span className="export">
      <progress aria-label="Export" value={share ?? undefined} max={1} />
      <Button onClick={() => stop.current?.abort()}>Stop</Button>
    </span>
  );
}

const lineFeed = 10;

/** A quoted value may have line breaks, so the count of rows is an estimate: good enough for a bar. */
function readRows({ body, headers }: Response, onProgress: (rows: number) => void): Promise<Blob> {
  let rows = 0;
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        for (const byte of chunk) if (byte === lineFeed) rows += 1;
        onProgress(rows);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(counted, { headers }).blob();
}
