import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** An arrow between two values as a template writes it: "Terms: Net 15 -> Net 30". */
const writtenArrow = /\} -> (?:\$\{|`)/g;
const anyArrow = /(?<![-=])->/;

/** Lists the lines of a source that have an arrow other than in a comment or in a text that they write. */
const listReadArrows = (source: string): readonly string[] =>
  source
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('//') && anyArrow.test(line.replaceAll(writtenArrow, '')));

test('values before and after a change are data: no file of the tool server reads them out of a text', () => {
  const files = globSync(['src/mcp/**/*.ts', 'src/mcp/**/*.js']).map((file) => file.replaceAll('\\', '/'));
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));

  expect(sources.flatMap(({ file, text }) => listReadArrows(text).map((line) => `${file}: ${line}`))).toEqual([]);
  expect(sources.filter(({ text }) => anyArrow.test(text)).map(({ file }) => file)).toContain('src/mcp/tool/plan.ts');
});

test.each([
  "const [before, after] = text.split(' -> ');",
  'const change = /^(.*): (.*) -> (.*)$/.exec(line);',
  "if (line.includes('->')) return;",
])('reading a change out of a text is found: %s', (line) => {
  expect(listReadArrows(`/** Splits. */\n${line}\n`)).toEqual([line]);
});
