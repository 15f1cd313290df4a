import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { type Finding, formatNumber, formatTarget, isReached, outputDir } from '#lab/bench/results.ts';
import type { Frame } from './phone.ts';

type Films = ReadonlyMap<string, { page: Frame[]; control: Frame[] }>;

const cellCount = 16;
/** The strips end a little after the last change, but not past this. */
const longestStripMs = 3_200;
const ofTheControl = ' of the control';

/**
 * Writes what was seen as one page that needs nothing else, and opens it where a person looks on.
 * @returns path of the page
 */
export async function writeReport(findings: readonly Finding[], films: Films): Promise<string> {
  await mkdir(outputDir, { recursive: true });
  const file = path.join(outputDir, 'visit.html');
  await writeFile(file, composeReport(findings, films));
  openForPerson(file);
  return file;
}

function composeReport(findings: readonly Finding[], films: Films): string {
  const stepMs = chooseStep(films);
  const strips = [...films].map(([name, film], at) => filmOf(name, film, `f${at}`, stepMs));
  const load = loadavg()[0]?.toFixed(1);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The visit, measured</title>
<style>${style}${strips.map(({ pictures }) => pictures).join('')}</style>
<header>
<h1>The visit, measured</h1>
<p>A phone that was never here: 150 ms to an answer, 1.6 Mbps, a fourth of this machine's speed.<br>
${new Date().toUTCString()}; load ${load} on ${availableParallelism()} cores when it ended.</p>
${verdict(findings)}
</header>
<main>
<h2>Seen</h2>
<p>One visit of each page, and below it one of its control: the same text as bare HTML from the same server. A picture every ${stepMs} ms; a red edge where it changed, hatched while the screen was empty.</p>
${strips.map(({ html }) => html).join('\n')}
<h2>Numbers</h2>
<p>Medians. <b class="key"></b> within its target or without one, <b class="key short"></b> short of it, <b class="key control"></b> the control, <b class="key target"></b> the target.</p>
<div class="charts">
${chartsOf(findings)}
</div>
</main></html>
`;
}

const style = `
:root{--ink:#0c0a0a;--paper:#f6f0e8;--red:#c8102e;--green:#1c6441;--grey:#a89c90;--line:#d6cabd;--soft:#625a54}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,sans-serif;margin:0;background:var(--paper);color:var(--ink)}
header,main{max-width:90rem;margin:auto;padding:2rem 2rem 0}main{padding-bottom:4rem}
h1,h2{font-family:Georgia,"Times New Roman",serif;font-weight:400;line-height:1.1}
h1{font-size:3rem;margin:0 0 .75rem}h2{font-size:2rem;margin:2.5rem 0 .5rem;border-top:1px solid var(--line);padding-top:1.5rem}
h3{font-size:1rem;font-weight:600;margin:0}p{margin:0 0 1rem;color:var(--soft)}small{font-size:.8rem;color:var(--soft);font-weight:400}
.verdict{font-size:1.15rem;color:var(--ink)}.verdict b{color:var(--red)}ul{margin:0;padding:0;columns:22rem;list-style:none;font-size:.85rem}
.film{margin:1.75rem 0 0}.film h3{margin-bottom:.5rem}.scroll{overflow-x:auto}
.strip{display:grid;grid-template-columns:4rem repeat(${cellCount},minmax(4.4rem,1fr));gap:3px;min-width:74rem;align-items:center}
.strip + .strip{margin-top:6px}.strip.times{margin-top:2px}
.strip span{font-size:.8rem;color:var(--soft)}
.strip i{display:block;aspect-ratio:1/2;border:2px solid var(--line);background:#fff top/cover no-repeat;border-radius:3px}
.strip i.empty{background:repeating-linear-gradient(135deg,transparent 0 6px,#0c0a0a0d 6px 7px)}
.strip i.new{border-color:var(--red)}
.times span{text-align:center;font-variant-numeric:tabular-nums;font-size:.7rem}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(24rem,1fr));gap:2rem 3rem}
.row{display:grid;grid-template-columns:8.5rem 1fr 6.5rem;gap:.75rem;align-items:center;font-size:.85rem;padding:1px 0}
.row span:last-child{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.row.missed span:last-child{color:var(--red);font-weight:600}
.bars{position:relative;display:grid;gap:2px;padding:3px 0;background:linear-gradient(var(--line),var(--line)) bottom/100% 1px no-repeat}
.bars b,.key{display:block;height:.6rem;min-width:1px;background:var(--ink)}.bars b.control{height:.3rem}
b.short{background:var(--red)}b.control{background:var(--grey)}
.bars s{position:absolute;inset:0 auto 0 0;border-left:2px solid var(--green)}
.key{display:inline-block;width:1.4rem;margin-left:.4rem}.key.target{width:2px;height:.9rem;background:var(--green);vertical-align:-2px}
`;

/** How many targets there are, and each that is missed by name. */
function verdict(findings: readonly Finding[]): string {
  const judged = findings.filter(({ target }) => target !== undefined);
  const missed = judged.filter((finding) => !isReached(finding));
  const items = missed.map(
    (finding) =>
      `<li>${escapeHtml(`${finding.subject}, ${finding.measure}: ${amount(finding)} (${formatTarget(finding)})`)}</li>`,
  );
  const words =
    missed.length === 0
      ? `Every one of ${judged.length} targets is reached.`
      : `${judged.length - missed.length} of ${judged.length} targets are reached, <b>${missed.length} fall short</b>:`;
  return `<p class="verdict">${words}</p>${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}`;
}

/** One step for all strips, so that they can be compared: as fine as shows every change. */
function chooseStep(films: Films): number {
  const changes = [...films.values()].flatMap(({ page, control }) =>
    [...page, ...control].map(({ at }) => at),
  );
  const endMs = Math.min(longestStripMs, Math.max(0, ...changes));
  return Math.max(50, Math.ceil(endMs / (cellCount - 1) / 50) * 50);
}

/** Pictures are written once, as styles; a cell names the one that it shows. */
function filmOf(
  name: string,
  { page, control }: { page: Frame[]; control: Frame[] },
  prefix: string,
  stepMs: number,
): { html: string; pictures: string } {
  const times = Array.from({ length: cellCount }, (_, cell) => cell * stepMs);
  const strips = [
    { label: 'page', frames: page },
    { label: 'control', frames: control },
  ].map(({ label, frames }) => {
    const shown = times.map((atMs) => frames.findLastIndex(({ at }) => at <= atMs));
    const classOf = (frame: number) => `${prefix}${label[0]}${frame}`;
    const cells = shown.map((frame, cell) => {
      if (frame === -1) return '<i class="empty"></i>';
      const isNew = frames[shown[cell - 1] ?? -1]?.jpeg !== frames[frame]?.jpeg;
      return `<i class="${classOf(frame)}${isNew ? ' new' : ''}"></i>`;
    });
    return {
      html: `<div class="strip" role="img" aria-label="${escapeHtml(`${name}, ${label}: ${firstPicture(frames)}`)}"><span>${label}</span>${cells.join('')}</div>`,
      pictures: [...new Set(shown)]
        .filter((frame) => frame !== -1)
        .map(
          (frame) =>
            `.${classOf(frame)}{background-image:url(data:image/jpeg;base64,${frames[frame]?.jpeg})!important}`,
        )
        .join(''),
    };
  });
  const scale = times.map((atMs) => `<span>${atMs.toLocaleString('en')} ms</span>`).join('');
  return {
    html: `<section class="film"><h3>${escapeHtml(name)} <small>${firstPicture(page)}; control: ${firstPicture(control)}</small></h3>
<div class="scroll">${strips.map(({ html }) => html).join('')}<div class="strip times" aria-hidden="true"><span></span>${scale}</div></div></section>`,
    pictures: strips.map(({ pictures }) => pictures).join(''),
  };
}

const firstPicture = (frames: readonly Frame[]): string =>
  frames[0] === undefined ? 'nothing seen' : `first picture at ${formatNumber(Math.round(frames[0].at))} ms`;

/** A chart a measure, its control in the same rows; measures of one subject alone share the subject's chart. */
function chartsOf(findings: readonly Finding[]): string {
  const own = findings.filter(({ measure }) => !measure.endsWith(ofTheControl));
  const controlOf = ({ subject, measure }: Finding) =>
    findings.find((other) => other.subject === subject && other.measure === `${measure}${ofTheControl}`);
  const byMeasure = Map.groupBy(own, ({ measure }) => measure);
  const isAlone = ({ measure }: Finding) => byMeasure.get(measure)?.length === 1;
  const charts = Map.groupBy(own, (finding) => (isAlone(finding) ? finding.subject : finding.measure));
  return [...charts]
    .map(([title, rows]) => {
      const bars = rows.map((finding) => ({
        label: isAlone(finding) ? finding.measure : finding.subject,
        finding,
        control: controlOf(finding),
      }));
      return chart(title, bars);
    })
    .join('\n');
}

interface Bars {
  label: string;
  finding: Finding;
  control: Finding | undefined;
}

function chart(title: string, rows: readonly Bars[]): string {
  const targetOf = ({ target }: Finding): number =>
    target === undefined ? 0 : 'atMost' in target ? target.atMost : target.atLeast;
  const seen = rows.flatMap(({ finding, control }) => [
    finding.value,
    targetOf(finding),
    control?.value ?? 0,
  ]);
  const full = Math.max(...seen.filter(Number.isFinite), 1e-9) * 1.02;
  const percent = (value: number) => `${((100 * (Number.isFinite(value) ? value : 0)) / full).toFixed(2)}%`;
  const targets = new Set(rows.map(({ finding }) => formatTarget(finding)));
  const commonTarget = targets.size === 1 ? [...targets][0] : undefined;
  const lines = rows.map(({ label, finding, control }) => {
    const line = finding.target ? `<s style="left:${percent(targetOf(finding))}"></s>` : '';
    const bar = `<b class="${isReached(finding) ? '' : 'short'}" style="width:${percent(finding.value)}"></b>`;
    const controlBar = control ? `<b class="control" style="width:${percent(control.value)}"></b>` : '';
    const target = commonTarget === undefined ? ` <small>${formatTarget(finding)}</small>` : '';
    return `<div class="row ${isReached(finding) ? '' : 'missed'}"><span>${escapeHtml(label)}</span><span class="bars">${bar}${controlBar}${line}</span><span>${escapeHtml(amount(finding))}${target}</span></div>`;
  });
  return `<section><h3>${escapeHtml(title)} <small>${commonTarget ?? ''}</small></h3>${lines.join('')}</section>`;
}

const amount = ({ value, unit }: Finding): string => `${formatNumber(value)} ${unit}`.trim();

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function openForPerson(file: string): void {
  if (!process.stdout.isTTY) return;
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  // Where no such command is, the path that is printed has to do.
  spawn(command, [file], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
