/** Saves what was downloaded, under the name that the answer gave it. */
export function saveFile(file: Blob, { headers }: Response): void {
  const name = /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'download';
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started to save the file once the click is handled.
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
