import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from './drawn.ts';
import { hashOf, readDrawnFrom, writeDrawnFrom } from './drawn-from.ts';
import { writeManifest } from './manifest.ts';
import { type Work, works } from './works.ts';

/**
 * Draws what is older than its sources into `site/pictures/`, cuts the fonts into `site/fonts/`, and makes the letters'
 * frames in `server/mail/letter/`; with names: these, old or not. `npm run engrave`, `npm run engrave -- home letter`
 */
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !works.some((work) => work.name === name));
if (unknown.length > 0) {
  console.error(
    `Nothing is called ${unknown.join(', ')}. What can be drawn: ${works.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(1);
}

const drawnFrom = readDrawnFrom();

async function draw(work: Work): Promise<void> {
  const startedAt = performance.now();
  const hash = hashOf(work.from);
  const contents = await work.draw();
  for (const [index, file] of work.files.entries()) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, contents[index] ?? '');
  }
  drawnFrom[work.name] = { files: work.from, hash };
  console.log(`${work.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

const isOld = ({ name, from }: Work) => drawnFrom[name]?.hash !== hashOf(from);
const toDraw = works.filter((work) => (wanted.length > 0 ? wanted.includes(work.name) : isOld(work)));
// A share picture is made of an engraving's file, so these come last.
for (const isShare of [false, true]) {
  const queue = toDraw.filter(({ name }) => name.startsWith('share-') === isShare);
  const drawNext = async (): Promise<void> => {
    for (let work = queue.shift(); work; work = queue.shift()) await draw(work);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, drawNext));
}
writeManifest();
writeDrawnFrom(
  Object.fromEntries(works.flatMap(({ name }) => (drawnFrom[name] ? [[name, drawnFrom[name]]] : []))),
);
console.log(toDraw.length === 0 ? 'Everything is current.' : `Drawn: ${toDraw.length}.`);
