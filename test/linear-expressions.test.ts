import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { parseSync, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The regular expressions of a module; null: its source is put together where no reader sees it. */
function expressionsOf(name: string, code: string): ({ source: string; flags: string } | null)[] {
  const found: ReturnType<typeof expressionsOf> = [];
  const { program, errors } = parseSync(name.replace('.astro', '.ts'), code);
  expect(errors).toEqual([]);
  type Made = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['NewExpression']>>[0];
  const readMade = ({ callee, arguments: [source, flags] }: Pick<Made, 'callee' | 'arguments'>) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const text =
      source?.type === 'TemplateLiteral' ? source.quasis.map(({ value }) => value.cooked).join('x') : null;
    const flagsText = flags?.type === 'Literal' ? String(flags.value) : '';
    found.push(text === null ? null : { source: text, flags: flagsText });
  };
  new Visitor({
    Literal(literal) {
      if ('regex' in literal) found.push({ source: literal.regex.pattern, flags: literal.regex.flags });
    },
    NewExpression: readMade,
    CallExpression: readMade,
  }).visit(program);
  return found;
}

/** What of it may take longer than in proportion to the length of a text. */
async function findSlow(name: string, code: string): Promise<string[]> {
  const slow: string[] = [];
  for (const expression of expressionsOf(name, code)) {
    if (expression === null) {
      slow.push('An expression is put together: write it as a literal or a template.');
      continue;
    }
    const { source, flags } = expression;
    const found = await check(source, flags, { timeout: 60_000 });
    if (found.status === 'safe') continue;
    const attack = found.status === 'vulnerable' ? found.attack.pattern : 'not decided';
    slow.push(`/${source}/${flags} is ${found.status}: ${attack}`);
  }
  return slow;
}

test('an expression whose time grows with the square of a text is found, however it is written', async () => {
  const [ofLiteral = '', ofTemplate = '', ofVariable = ''] = await findSlow(
    'module.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code that is read
    'const a = <p>{/\\s+$/.test(b)}</p>; new RegExp(`\\\\s+${a}$`); RegExp(a as string); /^\\s+/;',
  );
  expect(ofLiteral).toContain('/\\s+$/ is vulnerable');
  expect(ofTemplate).toContain('/\\s+x$/ is vulnerable');
  expect(ofVariable).toContain('put together');
});

test.each(['contract', 'server', 'cli', 'site', 'admin'])(
  'every regular expression of %s takes time in proportion to the length of the text',
  async (folder) => {
    const slow: string[] = [];
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:tsx?|astro)$/.test(name) || /\.(?:test|spec)\./.test(name)) continue;
      const text = readFileSync(join(root, folder, name), 'utf8');
      const code = name.endsWith('.astro') ? (text.split('\n---\n')[0]?.replace(/^---\n/, '') ?? '') : text;
      slow.push(...(await findSlow(name, code)).map((each) => `${folder}/${name}: ${each}`));
    }
    expect(slow).toEqual([]);
  },
  300_000,
);
