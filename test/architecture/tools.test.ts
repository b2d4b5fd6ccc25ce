import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/contract/catalogue.ts';
import { Settings } from '../../src/cli/settings.ts';
import { listTool } from '../../src/mcp/server/list-tool.ts';
import type { Toolset } from '../../src/mcp/policy/toolsets.ts';
import { tools } from '../../tools/index.ts';
import { toolList } from '../../tools/list.ts';

const listed = tools.map(listTool);

/** What a model pays for each tool: its name, description and input schema. */
const modelSees = listed.map((tool) => {
  const { name, description, inputSchema } = tool;
  return { tool, tokens: encode(JSON.stringify({ name, description, inputSchema })).length };
});

test('the tools of the first release are all there', () => {
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'add_accessorial',
    'aging_report',
    'analyze',
    'api_read',
    'api_search',
    'api_write',
    'approve_bills',
    'audit_log',
    'billing_queue',
    'book_carrier',
    'cancel_shipment',
    'close_quote',
    'collections',
    'convert_quote',
    'cover_load',
    'create_quote',
    'create_shipment',
    'describe_metrics',
    'explain_figure',
    'find',
    'find_carriers',
    'generate_invoices',
    'get_carrier',
    'get_customer',
    'get_document',
    'get_record',
    'get_shipment',
    'issue_credit',
    'lane_history',
    'list_approvals',
    'list_bills',
    'list_invoices',
    'list_quotes',
    'list_shipments',
    'morning_brief',
    'pay_bills',
    'price_quote',
    'record_bill',
    'record_payment',
    'reference_data',
    'replace_carrier',
    'restore_shipment',
    'reverse_bill',
    'run_approved',
    'save_document',
    'send_invoice',
    'send_remittance',
    'set_invoice_readiness',
    'set_up_carrier',
    'set_up_customer',
    'track_shipments',
    'undo',
    'update_stop',
    'upload_document',
    'void_invoice',
  ]);
});

test('each tool lives in the file of its name', () => {
  const names: readonly string[] = tools.map(({ name }) => name);
  // Helpers have names with hyphens, tools with underscores.
  const files = globSync('tools/*/*.ts')
    .map((file) => path.basename(file, '.ts'))
    .filter((name) => name.includes('_') || names.includes(name));

  expect(files.sort()).toEqual(names.toSorted());
});

test.each(modelSees)('$tool.name costs a model at most 250 tokens', ({ tokens }) => {
  expect(tokens).toBeLessThanOrEqual(250);
});

test('the tools that are on by default cost a model at most 6,000 tokens, all of them at most 8,500', () => {
  const usual: readonly Toolset[] = Settings.parse({}).WAYBILL_TOOLSETS;

  expect(usual).toEqual(['desk', 'catalogue', 'insight', 'control']);
  expect(tokensOf(modelSees.filter(({ tool }) => usual.includes(tool.toolset)))).toBeLessThanOrEqual(6000);
  expect(tokensOf(modelSees)).toBeLessThanOrEqual(8500);
});

test('the list of all tools takes at most 75 kB on the wire', () => {
  expect(Buffer.byteLength(JSON.stringify(listed))).toBeLessThanOrEqual(75_000);
});

const tokensOf = (seen: typeof modelSees) => seen.reduce((sum, { tokens }) => sum + tokens, 0);

test('the output schemas of all tools together cost at most 3,000 tokens', () => {
  expect(
    listed.reduce((sum, { outputSchema }) => sum + encode(JSON.stringify(outputSchema)).length, 0),
  ).toBeLessThanOrEqual(3000);
});

test.each(tools)('$name says what it changes', ({ gate, isWrite, hints, operations }) => {
  const effects = new Set(
    catalogue()
      .filter(({ name }) => operations.includes(name))
      .map(({ effect }) => effect),
  );

  expect(isWrite).toBe(gate !== 'none');
  expect(isWrite ? [] : [...effects].filter((effect) => effect !== 'read')).toEqual([]);
  expect(effects.has('destructive') && !hints.destructive).toBe(false);
});

test.each(tools)('$name speaks only of tools that exist', ({ description }) => {
  const spoken = [...description.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([word]) => word);
  const known = new Set(tools.map((tool) => tool.name));

  expect(spoken.filter((word) => !known.has(word))).toEqual([]);
});

test('every tool that an answer offers as a next step exists', () => {
  const known: ReadonlySet<string> = new Set(tools.map(({ name }) => name));
  const offered = globSync('tools/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\btool: '([^']+)'/g)].map(([, name = '']) => ({ file, name })),
  );

  expect(offered.length).toBeGreaterThan(50);
  expect(offered.filter(({ name }) => !known.has(name))).toEqual([]);
});

test('clients are told of the tools what the tools themselves declare (npm run list-tools writes it)', () => {
  expect(toolList).toEqual(JSON.parse(JSON.stringify(listed)));
});
