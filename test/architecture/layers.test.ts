import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Layer -> layers it may import. Nothing points up; errors belong to everybody. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/domain': [],
  'src/telemetry': ['src/domain'],
  // The tables of the copy as data: their types are those of a migration.
  'src/copy-tables': ['src/domain', 'src/store'],
  'src/metrics': ['src/copy-tables', 'src/domain'],
  'src/contract': ['src/domain'],
  'src/store': ['src/domain'],
  'src/service': ['src/contract', 'src/domain', 'src/store', 'src/telemetry'],
  'src/client': ['src/contract', 'src/domain'],
  'src/copy': ['src/client', 'src/contract', 'src/copy-tables', 'src/domain', 'src/store'],
  'src/sandbox': ['src/contract', 'src/domain', 'src/store'],
  'src/mcp': ['src/client', 'src/contract', 'src/copy-tables', 'src/domain', 'src/telemetry'],
  tools: ['src/mcp', 'src/metrics', 'src/contract', 'src/copy-tables', 'src/domain'],
  prompts: ['src/mcp', 'src/contract', 'src/domain'],
  // The composition root: the only part that knows every layer, and that nobody imports.
  'src/cli': [
    'src/service',
    'src/client',
    'src/copy',
    'src/store',
    'src/sandbox',
    'src/mcp',
    'src/contract',
    'src/domain',
    'tools',
    'prompts',
    'root',
  ],
  root: ['src/cli'],
};

/** Files of the root that any layer may use, because they know no layer. */
const shared = ['src/errors.ts', 'src/log.ts'];

function getLayer(file: string): string {
  if (shared.includes(file)) return 'shared';
  const layer = Object.keys(allowed).find((name) => file.startsWith(`${name}/`));
  return layer ?? (file.startsWith('src/') ? 'root' : 'outside');
}

const files = globSync(['src/**/*.ts', 'tools/**/*.ts', 'prompts/**/*.ts']).map((file) => file.replaceAll('\\', '/'));

function listImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    path.posix.join(path.posix.dirname(file), target),
  );
}

test('there are files to look at', () => {
  expect(files.length).toBeGreaterThan(200);
});

test.each(files)('%s imports only the layers below it', (file) => {
  const layer = getLayer(file);
  const reached = listImports(file)
    .filter((target) => target.endsWith('.ts'))
    .map(getLayer);

  const forbidden = reached.filter(
    (other) => other !== layer && other !== 'shared' && !allowed[layer]?.includes(other),
  );

  expect(forbidden).toEqual([]);
});

test.each(files.filter((file) => /^src\/(?:domain|metrics)\//.test(file)))('%s does no input or output', (file) => {
  const text = readFileSync(file, 'utf8');

  expect([...text.matchAll(/from 'node:[^']+'/g)].map(([importText]) => importText)).toEqual([]);
  expect(/\bDate\.now\(|new Date\(\)|Math\.random\(|Temporal\.Now/.test(text)).toBe(false);
});

test.each(files.filter((file) => file.startsWith('tools/')))('%s reaches the API through the client only', (file) => {
  expect(/\bfetch\(/.test(readFileSync(file, 'utf8'))).toBe(false);
});
