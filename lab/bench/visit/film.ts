import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { outputDir } from '#lab/bench/results.ts';
import { openPhone, visit } from './phone.ts';

/**
 * What the slow phone's screen shows during a visit of each address, as one HTML file with a row of pictures
 * per address.
 * @returns path of the file
 */
export async function filmVisits(browser: Browser, visits: ReadonlyMap<string, string>): Promise<string> {
  const rows: string[] = [];
  for (const [name, url] of visits) rows.push(`<h2>${name}</h2><div>${await filmVisit(browser, url)}</div>`);
  await mkdir(outputDir, { recursive: true });
  const file = path.join(outputDir, 'visit.html');
  await writeFile(
    file,
    `<!doctype html><meta charset="utf-8"><title>Visits on a slow phone</title>
<style>body{font:14px sans-serif}div{display:flex;gap:4px;overflow-x:auto}figure{margin:0}img{width:120px;border:1px solid #999}</style>
${rows.join('\n')}`,
  );
  return file;
}

async function filmVisit(browser: Browser, url: string): Promise<string> {
  const phone = await openPhone(browser);
  const frames: { takenAtMs: number; jpeg: string }[] = [];
  phone.devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ takenAtMs: (metadata.timestamp ?? 0) * 1_000, jpeg: data });
    // A frame that comes while the page closes needs no acknowledgement.
    phone.devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await phone.devtools.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 240 });
  await visit(phone, url, false);
  const originMs = await phone.page.evaluate(() => performance.timeOrigin);
  await phone.close();
  return frames
    .filter(({ takenAtMs }) => takenAtMs >= originMs)
    .map(
      ({ takenAtMs, jpeg }) =>
        `<figure><img alt="" src="data:image/jpeg;base64,${jpeg}"><figcaption>${Math.round(takenAtMs - originMs)} ms</figcaption></figure>`,
    )
    .join('');
}
