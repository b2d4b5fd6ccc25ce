import { expect, test } from 'vitest';
import * as z from 'zod';
import { catalogue } from '../../src/contract/catalogue.ts';
import { publicDocumentTypes } from '../../src/domain/freight/document.ts';
import { findDocumentType } from '../../src/domain/freight/document-words.ts';
import { carrierEquipmentClasses } from '../../src/domain/freight/equipment.ts';
import { describeCode, formatCode } from '../../src/domain/text/code-words.ts';
import { interpretArguments, interpretCodes } from '../../src/mcp/input/interpret-arguments.ts';
import { parseCarrierClass } from '../../tools/arguments/equipment-words.ts';
import { tools } from '../../tools/index.ts';
import { type TestDesk, startDesk } from '../support/desk.ts';

/** Lists the enumerations of a schema at any depth, each once. */
function listEnumerations(schema: unknown, seen = new Set<unknown>()): readonly z.ZodEnum[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof z.ZodEnum) return [schema];
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).flatMap((item) => listEnumerations(item, seen));
  if (schema instanceof z.ZodArray) return listEnumerations(schema.element, seen);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((item) => listEnumerations(item, seen));
  return 'unwrap' in schema && typeof schema.unwrap === 'function' ? listEnumerations(schema.unwrap(), seen) : [];
}

const listWords = (code: string): readonly string[] => [formatCode(code), describeCode(code), code.toLowerCase(), code];

test('every word that is printed for a code is accepted where a tool takes the code', () => {
  const enumerations = tools.flatMap(({ name, input }) => listEnumerations(input).map((schema) => ({ name, schema })));

  const refused = enumerations.flatMap(({ name, schema }) =>
    schema.options.flatMap((code) =>
      listWords(String(code)).flatMap((word) =>
        interpretArguments(schema, word) === code ? [] : [`${name}: ${word} for ${code}`],
      ),
    ),
  );

  expect(enumerations.length).toBeGreaterThan(10);
  expect(refused).toEqual([]);
});

test('every word that is printed for a code is accepted where an operation takes the code', () => {
  const schemas = catalogue().flatMap(({ name, operation: { query, body } }) =>
    [query, body].flatMap((schema) => listEnumerations(schema).map((enumeration) => ({ name, enumeration }))),
  );

  const refused = schemas.flatMap(({ name, enumeration }) =>
    enumeration.options.flatMap((code) =>
      listWords(String(code)).flatMap((word) =>
        // The API takes some codes under two names: PICK and PICKUP are the same stop.
        formatCode(String(interpretCodes(enumeration, word))) === formatCode(String(code))
          ? []
          : [`${name}: ${word} for ${code}`],
      ),
    ),
  );

  expect(schemas.length).toBeGreaterThan(100);
  expect(refused).toEqual([]);
});

test('a document and a class of truck are found by the words that answers print', () => {
  const documents = publicDocumentTypes.filter((type) =>
    listWords(type).some((word) => findDocumentType(word) !== type),
  );
  const trucks = carrierEquipmentClasses.filter((name) =>
    listWords(name).some((word) => parseCarrierClass(word) !== name),
  );

  expect([documents, trucks]).toEqual([[], []]);
});

/** A table as it is printed, with the columns that a line below it names once. */
interface PrintedTable {
  readonly headings: readonly string[];
  readonly cells: (heading: string) => readonly string[];
}

function readTable(text: string): PrintedTable {
  const [head = [], , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const same = /^In every row shown: (.*)\.$/m.exec(text)?.[1] ?? '';
  const sameCells = new Map(
    same === '' ? [] : same.split('; ').map((part) => part.split(/: (.*)/, 2) as [string, string]),
  );
  return {
    headings: [...head, ...sameCells.keys()],
    cells: (heading) => {
      const index = head.indexOf(heading);
      const cells = index === -1 ? [sameCells.get(heading) ?? ''] : rows.map((row) => row[index] ?? '');
      return [...new Set(cells)].filter((cell) => !['', '-', 'none'].includes(cell));
    },
  };
}

/** The table of an answer: the cursor and the next steps name the question as it was asked. */
const extractTable = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');

const startSmallDesk = () => startDesk({ tools, seed: 'few' });

async function call(
  desk: TestDesk,
  tool: string,
  input: Record<string, unknown>,
): Promise<{ text: string; fault?: string }> {
  const { text, isError } = await desk.callTool(tool, input);
  return isError === true ? { text, fault: `${tool} ${JSON.stringify(input)}: ${text}` } : { text };
}

/** Lists that can be asked by the words of a column: the tool, arguments that show the column, its heading, the argument. */
const askedColumns = [
  ['list_shipments', { groupBy: 'status' }, 'Status', 'status'],
  ['list_shipments', { limit: 100, fields: ['friendlyId', 'billingStatus'] }, 'Billing', 'billingStatus'],
  ['list_shipments', { exception: 'any', fields: ['friendlyId', 'exceptions'] }, 'Exceptions', 'exception'],
  ['list_bills', { status: 'all', groupBy: 'status' }, 'Status', 'status'],
  ['list_bills', { groupBy: 'verdict' }, 'Verdict', 'verdict'],
  ['list_invoices', { status: 'all', groupBy: 'status' }, 'Status', 'status'],
  ['list_quotes', { groupBy: 'status' }, 'Status', 'status'],
] as const;

test('every status, verdict and exception that a list prints is accepted as its argument', async () => {
  await using desk = await startSmallDesk();
  const faults: string[] = [];
  for (const [tool, input, heading, argument] of askedColumns) {
    const shown = await call(desk, tool, input);
    const table = readTable(shown.text);
    const words = [
      ...new Set(table.cells(heading).flatMap((cell) => cell.replaceAll(/[«»]/g, '').split(/[,;] /))),
    ].filter(
      // How late a truck is stands beside the word.
      (word) => !/\d/.test(word),
    );
    if (shown.fault !== undefined) faults.push(shown.fault);
    if (words.length === 0) faults.push(`${tool} ${heading}: no words in ${table.headings.join(', ')}`);
    for (const word of words) faults.push((await call(desk, tool, { [argument]: word, limit: 1 })).fault ?? '');
  }

  expect(faults.filter((fault) => fault !== '')).toEqual([]);
});

const lists = ['list_shipments', 'list_bills', 'list_invoices', 'list_quotes'] as const;

test.each(lists)('%s takes its headings as fields, and the words of a grouping and an order', async (tool) => {
  await using desk = await startSmallDesk();
  const groupings = tools.find(({ name }) => name === tool)?.input.shape['groupBy'];
  const groupingNames = groupings instanceof z.ZodType ? (groupings.description ?? '').split(', ') : [];
  const faults: (string | undefined)[] = [];
  const listed = readTable((await call(desk, tool, { limit: 20 })).text);
  for (const heading of listed.headings) {
    const { text, fault } = await call(desk, tool, { fields: [heading], limit: 3 });
    faults.push(fault, readTable(text).headings.includes(heading) ? undefined : `${heading}: another column is shown`);
  }
  for (const groupBy of groupingNames) {
    const byName = await call(desk, tool, { groupBy });
    const [heading = ''] = readTable(byName.text).headings;
    const byHeading = await call(desk, tool, { groupBy: heading });
    faults.push(
      byName.fault,
      byHeading.fault,
      extractTable(byName.text) === extractTable(byHeading.text) ? undefined : `${groupBy}: another grouping`,
    );
  }
  const refusal = (await call(desk, tool, { sort: 'speed' })).text;
  const orders = /there are ([\w, ]+), each with asc or desc/.exec(refusal)?.[1]?.split(', ') ?? [];
  for (const sort of orders) {
    const byName = await call(desk, tool, { sort, limit: 3 });
    const printed = /Sorted by ([^.]+)\./.exec(byName.text)?.[1] ?? '';
    const byWords = await call(desk, tool, { sort: printed, limit: 3 });
    faults.push(
      byName.fault,
      byWords.fault,
      extractTable(byName.text) === extractTable(byWords.text) ? undefined : `${sort}: another order`,
    );
  }

  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect([listed.headings.length, groupingNames.length, orders.length].map((count) => count > 2)).toEqual([
    true,
    true,
    true,
  ]);
});
