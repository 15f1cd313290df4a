import type { SubmissionKind } from '#contract/submission.ts';
import { formatHandle } from '#site/islands/live-card/live-card.ts';

/** Where the built pictures of a success are, as one file. */
const receiptsPath = '/receipts.json';

/** `data-typed` names the value that a place in `html` is filled with; `label` is said of the whole picture. */
type Receipts = Record<SubmissionKind, Receipt> & { css: string };

/** The characters that the face of each picture has (engraver/faces/faces.ts; of the sans, astro.config.ts). */
const ownCharacters: Record<SubmissionKind, RegExp> = {
  creator: /^[ -~é‘’“”–—…]*$/,
  venue: /^[a-z\d $.,%'’-]*$/i,
  contact: /^[ -ÿ]*$/,
};

/** The picture of a success, with what was typed filled in. */
export interface Receipt {
  label: string;
  html: string;
}

let loading: Promise<Receipts> | undefined;

/**
 * Loads the pictures and their styles, once per page.
 * @throws {Error} when they cannot be loaded, or the browser cannot add a style sheet; the next call tries again
 */
export function loadReceipts(): Promise<Receipts> {
  loading ??= load();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<Receipts> {
  const answer = await fetch(receiptsPath);
  if (!answer.ok) throw new Error(`${receiptsPath}: status ${answer.status}`);
  const receipts: Receipts = await answer.json();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(receipts.css);
  document.adoptedStyleSheets.push(sheet);
  return receipts;
}

/** @throws {Error} as `loadReceipts` */
export async function drawReceipt(kind: SubmissionKind, typed: Record<string, string>): Promise<Receipt> {
  const receipts = await loadReceipts();
  const { label, html } = receipts[kind];
  const drawing = document.createElement('template');
  drawing.innerHTML = html;
  const values = { ...typed, handle: formatHandle(typed['handle'] ?? ''), today: formatToday() };
  for (const place of drawing.content.querySelectorAll<HTMLElement>('[data-typed], [data-card-handle]')) {
    const text = values[(place.dataset['typed'] ?? 'handle') as keyof typeof values] ?? '';
    // As text, so that nothing typed becomes markup.
    place.textContent = text;
    // A name is set in one face: where it has other characters, wholly in another.
    place.classList.toggle('other-face', !ownCharacters[kind].test(text));
  }
  return { label, html: drawing.innerHTML };
}

const formatToday = (): string =>
  new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', year: 'numeric' }).format();
