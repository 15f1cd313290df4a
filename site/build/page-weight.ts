import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { findElements, type PageElement, readAttribute } from './page-html.ts';

/** Bytes as they travel: brotli, at the level that the server compresses with. */
export interface PageWeight {
  document: number;
  /** How much smaller the document would be without each part; together less than the whole, since parts compress each other. */
  parts: { styles: number; art: number; scripts: number; words: number };
}

/** 1 kB = 1,000 bytes, as everywhere in these checks. */
export const documentBudget = {
  maxBytes: 10_000,
  /** Room for the next changes: a build with less of it says so, and only `maxBytes` is refused. */
  minRoomBytes: 500,
};

const isStyle = ({ tagName }: PageElement) => tagName === 'style';
const isArt = ({ tagName }: PageElement) => tagName === 'svg';
const isScript = (element: PageElement) =>
  element.tagName === 'script' || readAttribute(element, 'rel') === 'modulepreload';

export async function weighPage(html: string): Promise<PageWeight> {
  const elements = findElements(html);
  const bytesWithout = (isPart: (element: PageElement) => boolean) =>
    compressedBytes(cutOut(html, elements.filter(isPart)));
  const [document, ...without] = await Promise.all([
    compressedBytes(html),
    bytesWithout(isStyle),
    bytesWithout(isArt),
    bytesWithout(isScript),
  ]);
  const [styles = 0, art = 0, scripts = 0] = without.map((bytes) => document - bytes);
  return { document, parts: { styles, art, scripts, words: document - styles - art - scripts } };
}

const compress = promisify(brotliCompress);

async function compressedBytes(text: string): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return (await compress(text, { params })).length;
}

function cutOut(html: string, elements: readonly PageElement[]): string {
  let result = '';
  let from = 0;
  for (const { sourceCodeLocation } of elements) {
    // An element inside one that is out already.
    if (!sourceCodeLocation || sourceCodeLocation.startOffset < from) continue;
    result += html.slice(from, sourceCodeLocation.startOffset);
    from = sourceCodeLocation.endOffset;
  }
  return result + html.slice(from);
}

/** Names of pages to their weights. */
export type PageWeights = Readonly<Record<string, PageWeight>>;

const roomOf = ({ document }: PageWeight): number => documentBudget.maxBytes - document;

/** A table for people: one line a page. */
export function describeWeights(weights: PageWeights): string {
  const header = ['page', 'document', 'styles', 'art', 'scripts', 'words', 'room'];
  const rows = Object.entries(weights).map(([name, weight]) => {
    const { styles, art, scripts, words } = weight.parts;
    return [name, ...[weight.document, styles, art, scripts, words, roomOf(weight)].map(String)];
  });
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [header, ...rows].map(line).join('\n');
}

/**
 * What to know when a page has become heavier than `mostBytes`; null when none has.
 * @param before the last weights with all of the room that a page should have, if they are known
 */
export function explainExcess(
  weights: PageWeights,
  before: PageWeights | null,
  mostBytes: number,
): string | null {
  const heavy = Object.entries(weights).filter(([, { document }]) => document > mostBytes);
  if (heavy.length === 0) return null;
  const { maxBytes, minRoomBytes } = documentBudget;
  const lines = heavy.map(([name, weight]) => {
    const old = before?.[name];
    const changes = old
      ? describeChanges(old, weight)
      : `unknown: no earlier build with ${minRoomBytes} bytes of room is here`;
    return `${name}: ${weight.document} bytes, ${weight.document - mostBytes} too many. Changed since: ${changes}.`;
  });
  return [
    mostBytes < maxBytes
      ? `Little room is left. A document may weigh ${maxBytes} bytes (brotli); below ${mostBytes} the next changes need no thought.`
      : `A document may weigh ${maxBytes} bytes (brotli).`,
    ...lines,
    describeWeights(weights),
    'How to decide. Styles: does what they are for stand on the first screen? If not, name their sheet in the `below.css` of the page.',
    'Art: it belongs into a file, not into the document. Words: all may stay, if a visitor needs them on this page.',
    'If it is worth a later first paint: raise documentBudget in site/build/page-weight.ts, with the figure of `npm run bench:visit` in the commit.',
  ].join('\n');
}

function describeChanges(old: PageWeight, now: PageWeight): string {
  const changes = Object.entries(now.parts)
    .map(([part, bytes]) => [part, bytes - old.parts[part as keyof PageWeight['parts']]] as const)
    .filter(([, change]) => change !== 0)
    .sort(([, a], [, b]) => b - a)
    .map(([part, change]) => `${part} ${change > 0 ? '+' : ''}${change}`);
  return changes.length === 0 ? 'nothing' : changes.join(', ');
}
