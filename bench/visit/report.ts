import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Finding, formatNumber, formatTarget, isReached, outputDir } from '../results.ts';
import type { Frame } from './phone.ts';

const stripStepMs = 100;
const stripEndMs = 1_500;

/**
 * Writes what was seen as one page that needs nothing else, and opens it where a person looks on.
 * @returns path of the page
 */
export async function writeReport(
  findings: readonly Finding[],
  films: ReadonlyMap<string, { page: Frame[]; control: Frame[] }>,
): Promise<string> {
  const strips = [...films].map(
    ([name, { page, control }]) =>
      `<h2>${escapeHtml(name)}</h2><div class="strips">${strip('page', page)}${strip('control', control)}</div>`,
  );
  const groups = Map.groupBy(findings, ({ measure }) => measure);
  const charts = [...groups].map(([measure, group]) => chart(measure, group));
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>The visit, measured</title>
<style>
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:110rem;padding:0 1.5rem;background:#f6f0e8;color:#0c0a0a}
h1,h2{font-weight:500}.strips{overflow-x:auto}.strip{display:flex;gap:4px;margin:.25rem 0}
figure{margin:0;flex:none;width:86px}figure img,figure i{display:block;width:86px;height:172px;object-fit:cover;object-position:top;background:#fff;border:1px solid #d6cabd}
figcaption{font-size:11px;color:#625a54}.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(24rem,1fr));gap:1.5rem 3rem}
.row{display:grid;grid-template-columns:8rem 1fr 7rem;gap:.5rem;align-items:center}.bar{position:relative;height:.8rem}
.bar b{position:absolute;inset:0 auto 0 0;background:#0c0a0a}.bar b.short{background:#c8102e}.bar s{position:absolute;top:-3px;bottom:-3px;border-left:2px solid #1c6441}
</style>
<h1>The visit, measured</h1>
<p>150 ms, 1.6 Mbps, a fourth of this machine's speed. Below each page its control: the same text as bare HTML. One picture every ${stripStepMs} ms.</p>
${strips.join('\n')}
<h1>Numbers</h1><p>Red falls short; the green line is the target.</p><div class="charts">${charts.join('\n')}</div></html>`;
  await mkdir(outputDir, { recursive: true });
  const file = path.join(outputDir, 'visit.html');
  await writeFile(file, html);
  openForPerson(file);
  return file;
}

function strip(label: string, frames: readonly Frame[]): string {
  const cells: string[] = [];
  for (let at = 0; at <= stripEndMs; at += stripStepMs) {
    const shown = frames.findLast((frame) => frame.at <= at);
    const picture = shown ? `<img alt="" src="data:image/jpeg;base64,${shown.jpeg}">` : '<i></i>';
    cells.push(`<figure>${picture}<figcaption>${at === 0 ? label : `${at} ms`}</figcaption></figure>`);
  }
  return `<div class="strip">${cells.join('')}</div>`;
}

function chart(measure: string, findings: readonly Finding[]): string {
  const targetOf = ({ target }: Finding): number =>
    target === undefined ? 0 : 'atMost' in target ? target.atMost : target.atLeast;
  const full =
    Math.max(...findings.map((finding) => Math.max(finding.value, targetOf(finding))), 1e-9) * 1.05;
  const rows = findings.map((finding) => {
    const line = finding.target ? `<s style="left:${(100 * targetOf(finding)) / full}%"></s>` : '';
    const bar = `<b class="${isReached(finding) ? '' : 'short'}" style="width:${(100 * finding.value) / full}%"></b>`;
    const words = `${formatNumber(finding.value)} ${finding.unit} <small>${escapeHtml(formatTarget(finding))}</small>`;
    return `<div class="row"><span>${escapeHtml(finding.subject)}</span><span class="bar">${bar}${line}</span><span>${words}</span></div>`;
  });
  return `<section><h2>${escapeHtml(measure)}</h2>${rows.join('')}</section>`;
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function openForPerson(file: string): void {
  if (!process.stdout.isTTY) return;
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  // Where no such command is, the path that is printed has to do.
  spawn(command, [file], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
