import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

/** Pattern of SQL text, rows without a checked type, and hand-written lists of tables. */
const untyped = /[`'(]\s*select\s|\bunion all select\b|\bcopyNow\b|\browsOf\b/;

const removeImports = (text: string): string =>
  text.replaceAll(/^import [^;]*;$/gm, '').replaceAll(/\/\*\*.*?\*\//gs, '');

/** Figures: `src/metrics` prints their SQL and lists the tables that it reads. */
const allowed: readonly string[] = ['tools/insight/filters.ts', 'tools/insight/labels.ts', 'tools/insight/question.ts'];

test('tools read the copy through typed queries alone', () => {
  const untypedFiles = readSourceFiles('tools/**/*.ts').filter(({ text }) => untyped.test(removeImports(text)));

  expect(untypedFiles.map(({ file }) => file)).toEqual(allowed);
});

test('SQL text and hand-kept lists are found', () => {
  expect(untyped.test("read('select id from bill where true')")).toBe(true);
  expect(untyped.test("await copyNow(ctx, ['bill'])")).toBe(true);
  expect(untyped.test("records.db.selectFrom('bill').select('id').execute()")).toBe(false);
});

/**
 * Pattern of a read by ids without `readByIds`, which handles the pages of every API and the filters that it ignores.
 */
const byIds = /\bfilter: \{ id: \{ in: /;

test('tools read records of the API by their ids in one way', () => {
  const filesWithIds = readSourceFiles('tools/**/*.ts').filter(({ text }) => byIds.test(text));

  expect(filesWithIds.map(({ file }) => file)).toEqual([]);
  expect(byIds.test('api.bills.filter({ filter: { id: { in: ids } }, pageSize: ids.length })')).toBe(true);
});
