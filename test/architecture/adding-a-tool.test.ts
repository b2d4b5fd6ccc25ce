import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../cli/support/waybill.ts';

const folder = createTemporaryFolder();
const copy = path.join(folder.path, 'checkout');
const configuration = path.join(folder.path, 'vitest.config.ts');
const reportFile = path.join(folder.path, 'report.json');
afterAll(() => folder[Symbol.dispose]());

const toolFile = 'tools/find/count_words.ts';
const testFile = 'test/tools/find/count_words.test.ts';

const tool = `import * as z from 'zod';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { tool } from '../../src/mcp/tool/tool.ts';

export const countWords = tool({
  name: 'count_words',
  title: 'Count words',
  description: 'Counts the words of a text.',
  toolset: 'billing',
  gate: 'none',
  operations: [],
  input: z.strictObject({ text: z.string() }),
  output: z.object({ words: z.number() }),
  async read(ctx, { text }) {
    const words = text.split(' ').length;
    return recordResult({ summary: \`\${words} words.\`, asOf: ctx.now(), lines: [], data: { words } });
  },
});
`;

const toolTest = `import { expect, test } from 'vitest';
import { countWords } from '../../../tools/find/count_words.ts';

test('it takes a text and nothing else', () => {
  const isTaken = (input: object) => countWords.input.safeParse(input).success;

  expect([isTaken({ text: 'two words' }), isTaken({ text: 2 }), isTaken({})]).toEqual([true, false, false]);
});
`;

/** Configuration without the database server and the transformer of modules; its cache stays out of the packages. */
const vitestConfiguration = {
  cacheDir: path.join(folder.path, 'cache'),
  test: { pool: 'threads', maxWorkers: 1, isolate: false, experimental: { viteModuleRunner: false } },
};

/** Tests of the architecture and of the documentation that read the tools. */
const testsOfTools = [
  ...['tools', 'rooms', 'startup', 'layers', 'civil-dates'].map((name) => `test/architecture/${name}.test.ts`),
  'test/docs/reference.test.ts',
];

/** Folders and files that these tests and the script read. */
const copiedEntries = ['src', 'tools', 'prompts', 'packaging', 'test', 'docs', 'package.json', 'README.md'];

beforeAll(() => {
  mkdirSync(copy);
  const filter = (source: string) => path.basename(source) !== 'node_modules';
  for (const entry of copiedEntries) cpSync(entry, path.join(copy, entry), { recursive: true, filter });
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'), 'junction');
  writeFileSync(configuration, `export default ${JSON.stringify(vitestConfiguration)};\n`);
});

/** Reads the time of the last write of each file of the copy, by its path; the packages are none of its files. */
function readWriteTimes(): Map<string, number> {
  const files = globSync(
    copiedEntries.flatMap((entry) => [entry, `${entry}/**/*`]),
    { cwd: copy },
  );
  return new Map(
    files
      .map((file) => [file.replaceAll(path.sep, '/'), statSync(path.join(copy, file))] as const)
      .flatMap(([file, stat]) => (stat.isFile() ? [[file, stat.mtimeMs] as const] : [])),
  );
}

const listChanges = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file) !== after.get(file)).sort();

/** Runs Node in the copy as a developer's shell does, without the variables of this run. */
const runNode = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [...args], {
    cwd: copy,
    // What one of these commands compiles the next one need not.
    env: {
      PATH: process.env['PATH'],
      HOME: folder.path,
      NODE_COMPILE_CACHE: path.join(folder.path, 'compile-cache'),
    },
    maxBuffer: 16 * 1024 * 1024,
  });

/** Runs the two programs of `npm run list-tools`. */
async function writeList(): Promise<void> {
  await runNode('tools/write-list.ts');
  await runNode('packaging/write-reference.ts');
}

/** Runs test files of the copy; the report says what failed. */
async function runTests(...files: readonly string[]): Promise<void> {
  const options = ['--config', configuration, '--root', copy, '--reporter', 'json', '--outputFile', reportFile];
  await runNode('node_modules/vitest/vitest.mjs', 'run', ...options, ...files).catch(() => {});
}

interface FileReport {
  readonly name: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

const listFailures = ({ name, message, assertionResults }: FileReport): readonly string[] =>
  assertionResults.length === 0
    ? [`${name}: ${message}`]
    : assertionResults.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName);

const readList = () => readFileSync(path.join(copy, 'tools/list.json'), 'utf8').split('\n');

function updateFile(file: string, change: (text: string) => string): void {
  const text = readFileSync(path.join(copy, file), 'utf8');
  writeFileSync(path.join(copy, file), change(text));
  expect(readFileSync(path.join(copy, file), 'utf8')).not.toBe(text);
}

test('a reading tool is its file, a line in the index, its test and what is generated; a new text changes one line', async () => {
  const before = readWriteTimes();

  writeFileSync(path.join(copy, toolFile), tool);
  writeFileSync(path.join(copy, testFile), toolTest);
  updateFile('tools/index.ts', (text) =>
    `import { countWords } from './find/count_words.ts';\n${text}`.replace(
      '  // payables\n',
      '  countWords,\n  // payables\n',
    ),
  );
  await writeList();
  const added = readList();
  await runTests(...testsOfTools, testFile);
  const { testResults: results } = JSON.parse(readFileSync(reportFile, 'utf8'));
  expect(results).toHaveLength(testsOfTools.length + 1);
  expect(results.flatMap(listFailures)).toEqual([]);

  updateFile(toolFile, (text) => text.replace('Counts the words', 'Counts all words'));
  await writeList();
  const changed = readList();

  expect(listChanges(before, readWriteTimes())).toEqual(
    [testFile, toolFile, 'tools/index.ts', 'tools/list.json', 'docs/reference/tools.md'].sort(),
  );
  expect(changed).toHaveLength(added.length);
  expect(changed.filter((line, place) => line !== added[place])).toEqual([
    expect.stringContaining('"description":"Counts all words of a text."'),
  ]);
});
