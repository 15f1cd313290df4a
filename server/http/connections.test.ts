import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defaultTimeouts } from './connections.ts';

const unitsS: Record<string, number> = { s: 1, m: 60 };
/** How long an idle connection to the server is kept where a text does not say it, and how it says it. */
const proxies = {
  /** https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#the-http-transport */
  Caddy: { defaultS: 120, setting: /\bkeepalive (\d+)([sm])\b/g },
  /** https://nginx.org/en/docs/http/ngx_http_upstream_module.html#keepalive_timeout */
  nginx: { defaultS: 60, setting: /\bkeepalive_timeout (\d+)([sm]?)\b/g },
};

test.each([
  ['Caddy', 'docs/operations/Caddyfile'],
  ['Caddy', 'docs/operations/Caddyfile.compose'],
  ['Caddy', 'docs/operations.md'],
  ['Caddy', 'compose.yaml'],
  ['nginx', 'docs/operations/nginx.conf'],
] as const)('%s closes an idle connection before the server does, as %s sets it up', (proxy, file) => {
  const { defaultS, setting } = proxies[proxy];
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const set = [...text.matchAll(setting)].map(
    ([, number, unit]) => Number(number) * (unitsS[unit ?? ''] ?? 1),
  );
  // Whatever is on its way when the proxy closes arrives within seconds.
  expect(Math.max(defaultS, ...set) + 5).toBeLessThanOrEqual(defaultTimeouts.keepAliveMs / 1_000);
});
