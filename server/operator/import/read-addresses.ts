import { readEmail } from '#contract/clean-email.ts';
import { refuse } from '#server/operator/call.ts';
import { matchColumns } from './columns.ts';
import { readSheet, type SheetFile } from './read-sheet.ts';
import { surveyColumns } from './survey-columns.ts';

/**
 * The addresses of a sheet, each once. Its column of emails is found as that of an import is; it may have no heading.
 *
 * @param open is called twice
 * @throws {CallError} when it cannot be read, or has no such column
 */
export async function readAddresses(open: () => SheetFile): Promise<string[]> {
  const surveyed = await surveyColumns(readSheet(open()));
  const isHeaded = surveyed.every(({ heading }) => !heading.includes('@'));
  const { email } = isHeaded
    ? matchColumns(surveyed, 'creator', [])
    : { email: surveyed.findIndex(({ heading }) => heading.includes('@')) };
  if (email === undefined)
    throw refuse('It is not clear which column holds the email addresses. Head it as "Email".');
  const addresses = new Set<string>();
  for await (const { number, cells } of readSheet(open()))
    if (number > 1 || !isHeaded) addresses.add(readEmail(cells[email] ?? ''));
  addresses.delete('');
  return [...addresses];
}
