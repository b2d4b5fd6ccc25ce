import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { readSourceFiles } from './source-files.ts';

/** Collects the files that load with a file at once: its imports, theirs and so on, without types and later imports. */
function collectLoaded(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  if (!file.endsWith('.ts')) return loaded;
  const text = readFileSync(file, 'utf8');
  for (const [, target = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?'(\.[^']+)'/gm))
    collectLoaded(path.posix.join(path.posix.dirname(file), target), loaded);
  return loaded;
}

test('a client is greeted and given the list of tools without the tools, the API and the stores', () => {
  const loaded = [...collectLoaded('src/main.ts'), ...collectLoaded('src/cli/commands/servers/stdio.ts')];

  expect(loaded).toContain('tools/list.json');
  expect(loaded.filter((file) => /^src\/(client|contract|service|store|sandbox|telemetry)\//.test(file))).toEqual([]);
  expect(loaded.filter((file) => file.startsWith('tools/'))).toEqual(['tools/list.ts', 'tools/list.json']);
});

test('a client is greeted and given the list of tools with the protocol, the schemas and no other package', () => {
  const loaded = [...collectLoaded('src/main.ts'), ...collectLoaded('src/cli/commands/servers/stdio.ts')];
  const files = [...loaded, ...collectLoaded('src/cli/config.ts')].filter((file) => file.endsWith('.ts'));
  const packages = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^;']* from )?'([^'.][^']*)'/gm)].map(
      ([, name = '']) => name,
    ),
  );

  expect([...new Set(packages)].filter((name) => !name.startsWith('node:')).toSorted()).toEqual([
    '@modelcontextprotocol/ext-apps/server',
    '@modelcontextprotocol/server',
    '@modelcontextprotocol/server/stdio',
    'zod',
  ]);
});

test('no number and no date is formatted before a client is greeted, which would load the data of every language', async () => {
  const formatted: string[] = [];
  const note = (name: string) => ({
    apply: (target: Function, self: unknown, words: unknown[]) => (
      formatted.push(name),
      Reflect.apply(target, self, words)
    ),
    construct: (target: Function, words: unknown[]) => (formatted.push(name), Reflect.construct(target, words)),
  });
  vi.stubGlobal('Intl', {
    ...Object.fromEntries(Object.getOwnPropertyNames(Intl).map((name) => [name, Reflect.get(Intl, name)])),
    NumberFormat: new Proxy(Intl.NumberFormat, note('NumberFormat')),
    DateTimeFormat: new Proxy(Intl.DateTimeFormat, note('DateTimeFormat')),
  });
  for (const format of [Number, Date].map(({ prototype }) => prototype))
    vi.spyOn(format, 'toLocaleString').mockImplementation(() => (formatted.push('toLocaleString'), ''));
  try {
    await import('../../src/cli/config.ts');
    await import('../../src/cli/commands/servers/stdio.ts');
  } finally {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  }

  expect(formatted).toEqual([]);
});

test('what telemetry is sent with is loaded only where a collector is configured', () => {
  const commands = ['stdio', 'http', 'service'].map((name) => `src/cli/commands/servers/${name}.ts`);
  const loaded = commands.flatMap((file) => [...collectLoaded(file)]);

  expect(loaded).toContain('src/mcp/server/observed-call.ts');
  expect(loaded.filter((file) => file.startsWith('src/telemetry/') || file.endsWith('-otlp.ts'))).toEqual([]);
});

test('what edits the settings of clients is loaded for the format of a file that is there', () => {
  const loaded = [
    ...collectLoaded('src/cli/commands/install/install.ts'),
    ...collectLoaded('src/cli/commands/doctor.ts'),
  ];

  expect(loaded).toContain('src/cli/commands/install/host-settings.ts');
  expect(loaded.filter((file) => /(?:json|toml|yaml)-text\.ts$/.test(file))).toEqual([]);
});

test('what is loaded later is a module of our own: in the bundle a package in CommonJS has no names of its own', () => {
  const product = readSourceFiles('src/**/*.ts', 'tools/**/*.ts');
  const packages = product.flatMap(({ file, text }) =>
    [...text.matchAll(/import\('([^'.][^']*)'\)/g)].map(([, name]) => `${file} loads ${name}`),
  );

  expect(product.length).toBeGreaterThan(100);
  expect(packages).toEqual([]);
});
