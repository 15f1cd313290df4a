import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type CallName, calls } from '#server/operator/calls.ts';

const root = path.join(import.meta.dirname, '..');
const sourcesOf = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'));
const files = readdirSync(path.join(root, 'server/operator/calls')).filter(
  (file) => !file.endsWith('.test.ts'),
);
const fileOf = (call: CallName) => `${call.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** What one of the two has no use for: questions, and the pruning of a weekly job. Every other act has both. */
const askedOnlyInConsole: readonly CallName[] = ['arrivals', 'cities', 'download', 'letterPreview'];
const askedOnlyByCommands: readonly CallName[] = [
  'namedPlan',
  'peopleCounts',
  'prune',
  'prunePlan',
  'storedPerson',
  'wave',
];

test('each file of a call is in the table of calls', () => {
  expect(files).toEqual((Object.keys(calls) as CallName[]).map(fileOf).sort());
});

test('each call is made by the console and by a command, but for questions that one of them has no use for', () => {
  const pages = sourcesOf('admin');
  const commands = sourcesOf('cli');
  const notMade = (isMade: (call: CallName) => boolean) =>
    (Object.keys(calls) as CallName[]).filter((call) => !isMade(call));
  const inConsole = (call: CallName) =>
    pages.some((text) => new RegExp(`\\b(ask|call|callForFile|useChange)\\('${call}'`).test(text));
  const byCommand = (call: CallName) =>
    commands.some((text) => text.includes(`from '#server/operator/calls/${fileOf(call)}'`));
  expect(notMade(inConsole)).toEqual(askedOnlyByCommands);
  expect(notMade(byCommand)).toEqual(askedOnlyInConsole);
});
