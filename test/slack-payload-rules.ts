/**
 * Slack's limits for an incoming webhook's payload, measured after escaping; stricter than Slack
 * where its documentation leaves room. https://docs.slack.dev/reference/block-kit/blocks
 */
export function findPayloadProblems(payload: unknown, furtherKeys: readonly string[] = []): string[] {
  return collectProblems(payload, (object, report) => {
    checkKeys(object, ['text', 'blocks', 'unfurl_links', 'unfurl_media', ...furtherKeys], 'payload', report);
    if (object.unfurl_links !== false) report('payload.unfurl_links', 'must be false');
    if (object.unfurl_media !== false) report('payload.unfurl_media', 'must be false');
    checkContent(object, report);
  });
}

/** The same for what a message is changed to: whether links unfold was decided when it was posted. */
export const findUpdateProblems = (payload: unknown): string[] =>
  collectProblems(payload, (object, report) => {
    checkKeys(object, ['text', 'blocks'], 'payload', report);
    checkContent(object, report);
  });

function collectProblems(
  payload: unknown,
  check: (object: JsonObject, report: ReportProblem) => void,
): string[] {
  const problems: string[] = [];
  if (!isRecord(payload)) return ['payload: not an object'];
  check(payload, (where, what) => problems.push(`${where}: ${what}`));
  return problems;
}

function checkContent({ text, blocks }: JsonObject, report: ReportProblem): void {
  checkFallback(text, report);
  if (!Array.isArray(blocks) || blocks.length === 0)
    return void report('payload.blocks', 'must be a list with at least one block');
  if (blocks.length > 50) report('payload.blocks', `${blocks.length} blocks, at most 50`);
  const total = escapeText(JSON.stringify(blocks)).length;
  if (total >= 10_000) report('payload.blocks', `${total} characters in all, must stay under 10,000`);
  blocks.forEach((block, index) => {
    checkBlock(block, `blocks[${index}]`, report);
  });
}

type ReportProblem = (where: string, what: string) => void;
type JsonObject = Record<string, unknown>;

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unreadable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

function checkKeys(object: JsonObject, known: readonly string[], where: string, report: ReportProblem) {
  for (const key of Object.keys(object)) if (!known.includes(key)) report(where, `unknown key ${key}`);
}

function checkFallback(text: unknown, report: ReportProblem) {
  if (typeof text !== 'string' || text.trim() === '') return report('payload.text', 'missing or empty');
  if (text.length > 4_000) report('payload.text', 'longer than 4,000 characters');
  if (/[<>]/.test(text) || /&(?!amp;|lt;|gt;)/.test(text)) report('payload.text', 'not escaped');
  if (/@(channel|here|everyone)/i.test(text)) report('payload.text', 'mentions everybody');
  checkCharacters(text, 'payload.text', report);
}

function checkCharacters(text: string, where: string, report: ReportProblem) {
  if (!text.isWellFormed()) report(where, 'half a surrogate pair');
  if (unreadable.test(text)) report(where, 'control or override character');
  let depth = 0;
  for (const character of text) {
    if (/[\u2066-\u2068]/.test(character)) depth += 1;
    if (character === '\u2069') depth -= 1;
    if (depth < 0) break;
  }
  if (depth !== 0) report(where, 'unbalanced direction isolates');
}

function checkString(value: unknown, maxCharacters: number, where: string, report: ReportProblem) {
  if (typeof value !== 'string') return report(where, 'not a string');
  if (value.trim() === '') report(where, 'empty text');
  const length = escapeText(value).length;
  if (length > maxCharacters) report(where, `${length} characters, at most ${maxCharacters}`);
  checkCharacters(value, where, report);
}

function checkTextObject(
  value: unknown,
  { maxCharacters, plainOnly }: { maxCharacters: number; plainOnly: boolean },
  where: string,
  report: ReportProblem,
) {
  if (!isRecord(value)) return report(where, 'not a text object');
  if (value.type === 'plain_text') checkKeys(value, ['type', 'text', 'emoji'], where, report);
  else if (value.type === 'mrkdwn' && !plainOnly) {
    checkKeys(value, ['type', 'text', 'verbatim'], where, report);
    if (typeof value.text === 'string' && /<[!@#]/.test(value.text)) report(where, 'mrkdwn that mentions');
  } else report(where, `text object of type ${String(value.type)}`);
  checkString(value.text, maxCharacters, where, report);
}

function checkBlock(block: unknown, where: string, report: ReportProblem) {
  if (!isRecord(block)) return report(where, 'not an object');
  switch (block.type) {
    case 'header':
      checkKeys(block, ['type', 'text', 'block_id'], where, report);
      return checkTextObject(block.text, { maxCharacters: 150, plainOnly: true }, `${where}.text`, report);
    case 'divider':
      return checkKeys(block, ['type', 'block_id'], where, report);
    case 'section':
      return checkSection(block, where, report);
    case 'context':
      return checkContext(block, where, report);
    case 'actions':
      return checkActions(block, where, report);
    case 'rich_text':
      checkKeys(block, ['type', 'elements', 'block_id'], where, report);
      return checkEach(block.elements, `${where}.elements`, report, checkRichTextPart);
    default:
      return report(where, `block of type ${String(block.type)}`);
  }
}

function checkSection(block: JsonObject, where: string, report: ReportProblem) {
  checkKeys(block, ['type', 'text', 'fields', 'block_id'], where, report);
  if (block.text === undefined && block.fields === undefined) report(where, 'neither text nor fields');
  if (block.text !== undefined) {
    checkTextObject(block.text, { maxCharacters: 3_000, plainOnly: false }, `${where}.text`, report);
  }
  if (block.fields === undefined) return;
  if (Array.isArray(block.fields) && block.fields.length > 10) report(`${where}.fields`, 'more than 10');
  checkEach(block.fields, `${where}.fields`, report, (field, at) =>
    checkTextObject(field, { maxCharacters: 2_000, plainOnly: false }, at, report),
  );
}

function checkContext(block: JsonObject, where: string, report: ReportProblem) {
  checkKeys(block, ['type', 'elements', 'block_id'], where, report);
  if (Array.isArray(block.elements) && block.elements.length > 10) report(where, 'more than 10 elements');
  checkEach(block.elements, `${where}.elements`, report, (element, at) =>
    checkTextObject(element, { maxCharacters: 2_000, plainOnly: false }, at, report),
  );
}

/** https://docs.slack.dev/reference/block-kit/block-elements/button-element */
function checkActions(block: JsonObject, where: string, report: ReportProblem) {
  checkKeys(block, ['type', 'elements', 'block_id'], where, report);
  if (Array.isArray(block.elements) && block.elements.length > 25) report(where, 'more than 25 elements');
  const actionIds = new Set<unknown>();
  checkEach(block.elements, `${where}.elements`, report, (button, at) => {
    if (!isRecord(button) || button.type !== 'button') return report(at, 'not a button');
    checkKeys(button, ['type', 'text', 'action_id', 'value', 'style', 'confirm', 'url'], at, report);
    checkTextObject(button.text, { maxCharacters: 75, plainOnly: true }, `${at}.text`, report);
    checkString(button.action_id, 255, `${at}.action_id`, report);
    checkString(button.value, 2_000, `${at}.value`, report);
    if (actionIds.has(button.action_id)) report(`${at}.action_id`, 'twice in one block');
    actionIds.add(button.action_id);
    checkStyle(button.style, at, report);
    if (button.confirm !== undefined) checkConfirm(button.confirm, `${at}.confirm`, report);
  });
}

/** https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object */
function checkConfirm(confirm: unknown, where: string, report: ReportProblem) {
  if (!isRecord(confirm)) return report(where, 'not an object');
  checkKeys(confirm, ['title', 'text', 'confirm', 'deny', 'style'], where, report);
  checkTextObject(confirm.title, { maxCharacters: 100, plainOnly: true }, `${where}.title`, report);
  checkTextObject(confirm.text, { maxCharacters: 300, plainOnly: true }, `${where}.text`, report);
  checkTextObject(confirm.confirm, { maxCharacters: 30, plainOnly: true }, `${where}.confirm`, report);
  checkTextObject(confirm.deny, { maxCharacters: 30, plainOnly: true }, `${where}.deny`, report);
  checkStyle(confirm.style, where, report);
}

function checkStyle(style: unknown, where: string, report: ReportProblem) {
  if (style !== undefined && style !== 'primary' && style !== 'danger') report(where, 'unknown style');
}

function checkRichTextPart(part: unknown, where: string, report: ReportProblem) {
  if (!isRecord(part)) return report(where, 'not an object');
  switch (part.type) {
    case 'rich_text_section':
    case 'rich_text_quote':
    case 'rich_text_preformatted':
      checkKeys(part, ['type', 'elements', 'border'], where, report);
      return checkEach(part.elements, `${where}.elements`, report, checkRichTextElement);
    case 'rich_text_list':
      checkKeys(part, ['type', 'elements', 'style', 'indent', 'border', 'offset'], where, report);
      return checkEach(part.elements, `${where}.elements`, report, checkRichTextPart);
    default:
      return report(where, `rich text part of type ${String(part.type)}`);
  }
}

function checkRichTextElement(element: unknown, where: string, report: ReportProblem) {
  if (!isRecord(element)) return report(where, 'not an object');
  if (element.type !== 'text' && element.type !== 'link') {
    // Users, broadcasts and channels are elements of their own: none of them has a place here.
    return report(where, `rich text element of type ${String(element.type)}`);
  }
  checkKeys(element, ['type', 'text', 'style', ...(element.type === 'link' ? ['url'] : [])], where, report);
  if (element.style !== undefined) {
    if (isRecord(element.style))
      checkKeys(element.style, ['bold', 'italic', 'strike', 'code'], where, report);
    else report(where, 'style is not an object');
  }
  if (typeof element.text !== 'string' || element.text === '') report(where, 'empty text');
  else checkCharacters(element.text, where, report);
  if (element.type === 'link') {
    checkString(element.url, 3_000, `${where}.url`, report);
    if (
      typeof element.url === 'string' &&
      !/^(https?:\/\/[^\s<>]+|mailto:[^\s<>?&,;]+@[^\s<>?&,;]+)$/.test(element.url)
    ) {
      report(`${where}.url`, 'not an address of a page or of a person');
    }
  }
}

function checkEach(
  list: unknown,
  where: string,
  report: ReportProblem,
  check: (item: unknown, where: string, report: ReportProblem) => void,
) {
  if (!Array.isArray(list) || list.length === 0) return report(where, 'must be a list that is not empty');
  list.forEach((item, index) => {
    check(item, `${where}[${index}]`, report);
  });
}

/** What a person reads in the channel: the blocks' words in order, a line each, without invisible marks. */
export function renderPayload(payload: unknown): string {
  const lines: string[] = [];
  const blocks = isRecord(payload) && Array.isArray(payload.blocks) ? payload.blocks : [];
  for (const block of blocks) lines.push(renderPart(block));
  return lines.join('\n').replace(/[\u2066-\u2069]/g, '');
}

function renderPart(part: unknown): string {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return '';
  if (part.text !== undefined) {
    const own = renderPart(part.text);
    return Array.isArray(part.fields) ? [own, ...part.fields.map(renderPart)].join('\n') : own;
  }
  const parts: readonly unknown[] = Array.isArray(part.elements)
    ? part.elements
    : Array.isArray(part.fields)
      ? part.fields
      : [];
  const inline = parts.every((item) => isRecord(item) && (item.type === 'text' || item.type === 'link'));
  return parts.map(renderPart).join(inline ? '' : '\n');
}
