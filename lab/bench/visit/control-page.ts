/**
 * The same page's text as bare HTML: no styles, fonts, scripts or pictures, and of the attributes only
 * those that make links and fields what they are. What no design can be faster than.
 */
export function toControlPage(html: string): string {
  return composeBarePage(html, '', '');
}

/**
 * The same text, and one bare form that the site's own React brings to life, asked for as the site asks
 * for it: what no form in React can be faster than.
 * @returns null for a page that has no island
 */
export function toFloorPage(html: string): string | null {
  const url = /renderer-url="([^"]+)"/.exec(html)?.[1];
  const name = /renderer-export="([^"]+)"/.exec(html)?.[1] ?? 'default';
  const preloads = html
    .match(/<link rel="modulepreload"[^>]*>/g)
    ?.filter((link) => !link.includes('/islands.'));
  if (url === undefined || preloads === undefined) return null;
  return composeBarePage(
    html,
    preloads.join('').replace(/ integrity="[^"]*"/g, ''),
    `<div id="floor" ssr><form action="/functions/floor" method="post"><input name="email"/><button>Send</button></form></div><script type="module">
import { ${name} as client } from '${url}';
const element = (type, props) => ({ $$typeof: Symbol.for('react.transitional.element'), type, key: null, props });
const children = [element('input', { key: 0, name: 'email' }), element('button', { key: 1, children: 'Send' })];
const onSubmit = (event) => event.preventDefault();
const Form = () => element('form', { action: '/functions/floor', method: 'post', onSubmit, children });
client(document.getElementById('floor'))(Form, {}, {}, { client: 'load' });
</script>`,
  );
}

function composeBarePage(html: string, head: string, end: string): string {
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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${title}<link rel="icon" href="data:,">${head}</head><body>${bare}${end}</body></html>`;
}
