import { expect, test } from 'vitest';
import { catalogue } from '../../src/contract/catalogue.ts';
import { readSourceFiles } from './source-files.ts';

/**
 * Calls of operations that version 1.0.0 and other services may lack, with the fallback. A new call needs a fallback or
 * an error that names the missing information in words of the trade, and its line in this table.
 */
const fallbacks: Readonly<Record<string, string>> = {
  'src/copy/collections/orders.ts orders.filter': 'orders are taken from the shipments and quotes that show them',
  'src/copy/bulk-fill.ts bulkExport.read': 'the collections are read page by page',
  'src/mcp/prompt/completion.ts referenceData.cities': 'nothing is offered while a person types',
  'tools/arguments/parties/registry-carriers.ts carriers.registryEntries':
    'the search of carriers repeats what the registry lists',
  'tools/arguments/places.ts referenceData.cities': 'the error asks for a ZIP code or a location instead',
  'tools/billing/tonu-invoice.ts orders.filter': 'the tool asks for the order of the invoice',
  'tools/find/find-shipments.ts orders.filter': 'the answer says which lists were not searched',
  'tools/find/reference_data.ts referenceData.cities': 'the error names the catalog that this API does not have',
  'tools/quotes/quote-revenue.ts orders.get': 'the plan says that other charges may come on top',
  'tools/records/order-by-id.ts orders.get': 'the order is read from its shipment',
};

/** Changes that only an extension makes: without it nothing is sent, and the error names what this API can't do. */
const refused = ['orders.update', 'sandbox.advance', 'sandbox.reset'];

const extensions = catalogue()
  .filter(({ extension }) => extension)
  .map(({ name }) => name);

/** Extensions that have a method of their own. */
const methods: Readonly<Record<string, string>> = { 'bulkExport.read': 'api.readExport' };

const isCallOf = (text: string, name: string): boolean => text.includes(methods[name] ?? `api.${name}`);

test('an operation that an API may not have is called only with a fallback', () => {
  const files = readSourceFiles('tools/**/*.ts', 'prompts/**/*.ts', 'src/{copy,mcp,cli}/**/*.ts');
  expect(files.length).toBeGreaterThan(100);
  const calls = files.flatMap(({ file, text }) =>
    extensions.filter((name) => !refused.includes(name) && isCallOf(text, name)).map((name) => `${file} ${name}`),
  );

  expect(calls.toSorted()).toEqual(Object.keys(fallbacks).toSorted());
});
