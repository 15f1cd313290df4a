/**
 * The same page's text as bare HTML: no styles, fonts, scripts or pictures, and of the attributes only
 * those that make links and fields what they are. What no design can be faster than.
 */
export function toControlPage(html: string): string {
  const title = /<title>[\s\S]*?<\/title>/.exec(html)?.[0] ?? '';
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  const bare = body
    .replace(/<(script|style|svg|template)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<\/?(?:astro-island|astro-slot|div|span)\b[^>]*>/g, '')
    .replace(/<(\w+)((?:[^>"']|"[^"]*"|'[^']*')*)>/g, (_, tag: string, attributes: string) => {
      const kept = attributes.match(/\s(?:href|name|type|for|id)="[^"]*"/g) ?? [];
      return `<${tag}${kept.join('')}>`;
    });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${title}<link rel="icon" href="data:,"></head><body>${bare}</body></html>`;
}
