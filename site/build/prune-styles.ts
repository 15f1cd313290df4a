import postcss, { type AtRule, type Container, type Root, type Rule } from 'postcss';

/**
 * Leaves out of a page's styles what nothing on that page can match: one sheet is made for all pages,
 * and it travels inside each of them.
 * @param css the sheet, as built
 * @param html the page without its styles
 * @param scripts text of every script that the page can load: what islands render later must stay styled
 */
export function pruneStyles(css: string, html: string, scripts: string): string {
  const root = postcss.parse(css);
  const isOnPage = createVocabulary(html, scripts);
  root.walkRules((rule) => {
    if (isKeyframe(rule)) return;
    const alive = rule.selectors.filter((selector) => namesOf(selector).every(isOnPage));
    if (alive.length === 0) rule.remove();
    else if (alive.length < rule.selectors.length) rule.selectors = alive;
  });
  removeEmpty(root);
  removeUnusedKeyframes(root);
  removeUnusedVariables(root, html + scripts);
  removeEmpty(root);
  return root.toString();
}

/** Scripts are read word by word, so a name that is put together from parts there would be missed. */
function createVocabulary(html: string, scripts: string): (name: string) => boolean {
  const words = new Set<string>();
  for (const [, value = ''] of html.matchAll(/\s(?:class|id)="([^"]*)"/g)) {
    for (const word of decodeEntities(value).split(/\s+/)) words.add(word);
  }
  const inline = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  // Where a class stands in a script: between quotes, backticks, blanks, or after a placeholder.
  for (const word of [scripts, ...inline].join('\n').split(/["'`\s}]|\$\{/)) words.add(word);
  return (name) => words.has(name);
}

const decodeEntities = (text: string): string =>
  text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

/** Classes and ids that an element, or its surroundings, must have; alternatives inside `:is(…)` are not. */
function namesOf(selector: string): string[] {
  let plain = selector;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/:(?:is|where|not|has|nth-[a-z-]+)\((?:[^()\\]|\\.)*\)/g, '');
  }
  plain = plain.replace(/\[[^\]\\]*\]/g, '');
  return [...plain.matchAll(/(?<!\\)[.#]((?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|[^\0-\x7f])+)/gi)].map(
    ([, name = '']) =>
      name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, hex: string | undefined, char: string) =>
        hex === undefined ? char : String.fromCodePoint(Number.parseInt(hex, 16)),
      ),
  );
}

const isKeyframe = (rule: Rule): boolean =>
  rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes');

function removeEmpty(root: Root): void {
  const isEmpty = (node: Container): boolean => node.nodes !== undefined && node.nodes.length === 0;
  for (let removed = true; removed; ) {
    removed = false;
    root.walk((node) => {
      if ((node.type === 'rule' || node.type === 'atrule') && isEmpty(node as Container)) {
        node.remove();
        removed = true;
      }
    });
  }
}

function removeUnusedKeyframes(root: Root): void {
  let animated = '';
  root.walkDecls(/^(?:-webkit-)?animation(?:-name)?$|^--/, (declaration) => {
    animated += ` ${declaration.value}`;
  });
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!animated.includes(rule.params)) rule.remove();
  });
}

/** A variable that only another unused one reads is unused too. */
function removeUnusedVariables(root: Root, elsewhere: string): void {
  for (let removed = true; removed; ) {
    removed = false;
    const sheet = root.toString();
    const read = new Set([...sheet.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
    const isRead = (name: string): boolean => read.has(name) || elsewhere.includes(name);
    root.walkDecls(/^--/, (declaration) => {
      if (isRead(declaration.prop)) return;
      declaration.remove();
      removed = true;
    });
    root.walkAtRules('property', (rule) => {
      if (isRead(rule.params)) return;
      rule.remove();
      removed = true;
    });
    removeEmpty(root);
  }
}
