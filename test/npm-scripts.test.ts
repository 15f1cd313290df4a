import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

/** What `sh` and `cmd.exe` read differently: `exec`, settings in front, single quotes, `;`, `$`, `~`, globs. */
const ofOneShell = /^exec |(^|&& )\w+=|['`;$~*?<>|]|\\/;

test.each(Object.entries(scripts))(
  'the shells of Unix and Windows read npm run %s alike: %s',
  (name, text) => {
    const isStopped = ['start', 'dev', 'try'].includes(name);
    expect(text.startsWith('exec ')).toBe(isStopped);
    expect(text.replace(/^exec /, '')).not.toMatch(ofOneShell);
  },
);
