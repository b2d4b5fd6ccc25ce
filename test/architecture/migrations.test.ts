import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = 'src/store/migrations';
const files = globSync(`${folder}/**/*.ts`).map((file) => file.replaceAll('\\', '/'));

/** Lists the imports that a file runs; imports of types vanish and cannot change what it does. */
function listValueImports(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm)].map(([, target = '']) =>
    target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target,
  );
}

test('there are migrations to look at', () => {
  expect(files.length).toBeGreaterThan(10);
});

// A released migration must do the same for ever: on a database that has had it, and on one that gets it years later.
test.each(files)('%s runs nothing that lies outside of the migrations', (file) => {
  const outside = listValueImports(file).filter((target) => target !== 'kysely' && !target.startsWith(`${folder}/`));

  expect(outside).toEqual([]);
});
