import { expect, test } from 'vitest';
import { readSourceFiles } from './source-files.ts';

/** A reading tool whose headline tells figures of the copy. */
const readsCopy = /gate: 'none'[^]{0,20000}(?:\brecords\(\)|\bcopyNow\(|\baskedQuestion\()/;

/** Reads of one record, whose figures are of that record. */
const ofOneRecord: readonly string[] = ['tools/shipments/get_shipment.ts'];

test('the headline of a reading tool knows how complete the copy is', () => {
  const tools = readSourceFiles('tools/*/*.ts').filter(({ text }) => readsCopy.test(text));
  const silent = tools.filter(({ text }) => !text.includes('completeness'));

  expect(tools.length).toBeGreaterThan(5);
  expect(silent.map(({ file }) => file).filter((file) => !ofOneRecord.includes(file))).toEqual([]);
});
