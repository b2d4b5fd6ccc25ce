import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFileAccess } from '../../../src/mcp/tool/files.ts';
import { noUndo, createMissingRemover } from '../../../src/mcp/text/offered-words.ts';
import type { ToolServerSettings } from '../../support/tool-server.ts';
import { tools } from '../../../tools/index.ts';
import { startDesk } from '../../support/desk.ts';
import { listPlanTexts } from '../../support/desk/plan-texts.ts';

const clean = createMissingRemover(['api_write', 'get_carrier', 'find']);

test.each([
  ['Nothing was sent; get_carrier runs every rule.', 'Nothing was sent.'],
  ['Undo: api_write operation=loads.bounce, before the truck is loaded.', `Undo: ${noUndo}`],
  ['Undo: api_write note="a. b; c" takes it back; the quote stays WON.', 'Undo: The quote stays WON.'],
  ['NOT DONE. No such load. Look the record up with `find` first.', 'NOT DONE. No such load.'],
  ['We could not find the load.', 'We could not find the load.'],
  ['Note: «ask api_write. It pays.»', 'Note: «ask api_write. It pays.»'],
  ['| price_quote | Undo | api_write a=b takes it back. |', '| price_quote | Undo | - |'],
  ['| C1 | get_carrier |', '| C1 | get_carrier |'],
  ['One.\nget_carrier shows it.\nTwo.', 'One.\nTwo.'],
])('%s', (text, expected) => {
  expect(clean(text)).toBe(expected);
});

const calls = [
  ['list_shipments', {}],
  ['list_shipments', { equipment: 'truck of gold' }],
  ['list_bills', {}],
  ['list_quotes', {}],
  ['find_carriers', { query: 'copperhead' }],
  ['get_carrier', { carrier: 'nobody at all' }],
  ['get_carrier', { carrier: 'Copperhead Pass' }],
  ['get_shipment', { shipment: 'SHP-2300' }],
  ['get_shipment', { shipment: 'nothing at all' }],
  ['track_shipments', { shipments: ['SHP-2300', 'nothing'] }],
  ['find', { query: '1042' }],
  ['aging_report', { ledger: 'payables' }],
  ['reference_data', { kind: 'equipment' }],
  ['create_quote', { customer: 'nobody', from: 'Dallas, TX', to: 'Chicago, IL' }],
  ['price_quote', { quote: 'Q-2', amount: 10 }],
  ['convert_quote', { quote: 'Q-2' }],
  ['cancel_shipment', { shipment: 'SHP-2300' }],
  ['upload_document', { path: '/nowhere/pod.pdf', type: 'POD', attachTo: 'SHP-2300' }],
  ['get_document', { document: 'nothing' }],
  ['save_document', { document: 'nothing', saveTo: 'a.pdf' }],
  ['approve_bills', { bills: ['BILL-1'] }],
  ['api_search', { query: 'book a carrier' }],
  ['api_read', { operation: 'carriers.update' }],
  ['api_read', { operation: 'nothing.here' }],
  ['api_write', { operation: 'carriers.filter' }],
  ['api_write', { operation: 'teams.create', input: { name: 'Night desk' } }],
  ['run_approved', { approvalId: 'APR-00000000' }],
  ['list_approvals', {}],
  ['audit_log', {}],
] as const;

const selections: readonly Partial<ToolServerSettings>[] = [
  { toolsets: ['desk'] },
  { toolsets: ['insight'] },
  { toolsets: ['payables'] },
  { toolsets: ['catalogue'] },
  { toolsets: ['desk', 'payables', 'insight'], isReadOnly: true },
  { toolsets: ['catalogue'], isReadOnly: true },
];

/** Removes texts from records and the call itself, which are no advice. */
const extractAdvice = (text: string) => text.replace(/«[^»]*»|"(?:\\.|[^"\\])*"/g, '');

test.each(selections)('no text names a tool that %o leaves out', async (selection) => {
  await using desk = await startDesk({ tools, seed: 'small', server: selection });
  const offered = new Set(desk.server.tools.map(({ name }) => name));
  const missing = tools.map(({ name }) => name).filter((name) => !offered.has(name) && name !== 'find');
  const listNamed = (text: string) =>
    missing.filter((name) => new RegExp(String.raw`\b${name}\b`).test(extractAdvice(text)));
  const offeredCalls = calls.filter(([name]) => offered.has(name));

  for (const [name, input] of offeredCalls) {
    const { text, data } = await desk.callTool(name, { ...input });
    expect([name, input, ...listNamed(text)]).toEqual([name, input]);
    const sentences = [
      data.summary,
      data.undo,
      ...(data.notes ?? []),
      data.error?.message,
      ...(listPlanTexts(data.plan) ?? []),
    ];
    expect(listNamed(sentences.join('\n'))).toEqual([]);
    expect(text.trim()).not.toBe('');
  }

  expect(offeredCalls.length).toBeGreaterThan(0);
});

test('a tool describes itself without naming one that is not offered', async () => {
  await using desk = await startDesk({ tools, server: { toolsets: ['desk'], isReadOnly: true } });
  const offered = new Set(desk.server.tools.map(({ name }) => name));

  const described = await desk.describedTools();

  for (const { name, description } of described) {
    const strange = tools.filter((tool) => tool.name.includes('_') && !offered.has(tool.name));
    expect([name, ...strange.filter((tool) => description.includes(tool.name)).map((tool) => tool.name)]).toEqual([
      name,
    ]);
  }
});

test('a local file that is not there is no record to look up', async () => {
  const files = createFileAccess([tmpdir()]);
  await using desk = await startDesk({ tools, seed: 'small', server: { files } });

  const { text } = await desk.callTool('upload_document', {
    path: path.join(tmpdir(), 'there is no such file.pdf'),
    type: 'POD',
    attachTo: 'SHP-2300',
  });

  expect(text).toContain('is not there');
  expect(text).not.toContain('find');
});
