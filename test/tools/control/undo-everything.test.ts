import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { isPlainRecord } from '../../../src/domain/kit/plain-record.ts';
import type { OperationName } from '../../../src/contract/operations.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { undo } from '../../../tools/control/undo.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { type Everything, oneOfEverything } from '../../support/service/one-of-everything.ts';
import { pathTo } from '../../support/service/kinds.ts';
import { inputOf } from '../../support/service/write-inputs.ts';

const isFinal = ({ name }: { readonly name: string }) =>
  /\.(?:delete|void|revert|unapply|send\w*|markAwaiting)$/.test(name);
const offered = catalogue().filter(({ effect, gate }) => effect !== 'read' && gate !== 'off');
/** What takes records away comes last. */
const writes = [...offered.filter((entry) => !isFinal(entry)), ...offered.filter(isFinal)];
const readings = catalogue().filter(({ name }) => name.endsWith('.get'));

/** These do nothing to a brokerage that has one record of each kind, or to the records that come before them here. */
const elsewhere: ReadonlySet<OperationName> = new Set([
  'shipments.uncancel',
  'shipments.readyToInvoice',
  'shipments.notReadyToInvoice',
  'shipments.generateInvoice',
  'quotes.convertToShipment',
  'loads.delete',
  'loads.rebook',
  'loads.addCarrier',
  'loads.bounce',
  'loads.tonu',
  'stops.delete',
  'bills.create',
  'bills.approve',
  'bills.unapprove',
  'bills.batchApprove',
  'bills.delete',
  'billPayments.create',
  'billPayments.update',
  'billPayments.delete',
  'billPayments.sendRemittance',
  'invoices.create',
  'invoices.delete',
  'invoices.batchGenerate',
  'creditMemos.void',
  'vendors.delete',
]);

function withoutInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutInstants);
  if (!isPlainRecord(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'updatedAt');
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutInstants(inner)]));
}

/** All records as the API shows them. */
async function worldOf(desk: Desk, all: Everything): Promise<Record<string, unknown>> {
  const world: Record<string, unknown> = {};
  for (const entry of readings) {
    const path = pathTo(entry, (kind) => all[kind].id);
    const { status, body } = await desk.request('GET', `/v1${path}`);
    world[entry.name] = { status, body: withoutInstants(body) };
  }
  return world;
}

/** Says yes wherever a person is asked. */
async function carryOut(desk: Desk, tool: string, input: Record<string, unknown>) {
  const asked = await desk.callTool(tool, input);
  const id = asked.data.approval?.id;
  if (asked.data.status !== 'approval_required' || id === undefined) return asked;
  await desk.approve(id);
  return desk.callTool('run_approved', { approvalId: id });
}

test('what a write changed is there again after undo, and what has no way back says so', async () => {
  await using desk: Desk = await startDesk({ tools: [apiWrite, undo, runApproved], person: 'accept' });
  const all = await oneOfEverything(desk, 'Ironbark');
  const tried = writes.filter(({ name }) => !elsewhere.has(name));

  const [undone, refused, failed]: [string[], string[], string[]] = [[], [], []];
  for (const entry of tried) {
    const before = await worldOf(desk, all);
    const input = { operation: entry.name, input: inputOf(entry, all), again: true };
    const written = await carryOut(desk, 'api_write', input);
    if (written.data.status !== 'done') failed.push(`${entry.name} was not done: ${written.text}`);
    const back = await carryOut(desk, 'undo', {});
    if (back.data.status !== 'done') {
      refused.push(entry.name);
      if (!back.text.includes('has no way back')) failed.push(`${entry.name}: ${back.text}`);
      continue;
    }
    const after = await worldOf(desk, all);
    undone.push(entry.name);
    if (JSON.stringify(after) !== JSON.stringify(before)) failed.push(`${entry.name} left something behind`);
  }

  expect(failed).toEqual([]);
  // A load that had a carrier stays, and what had no term before cannot be given none again.
  expect(refused.filter((name) => !isFinal({ name }))).toEqual(['loads.create', 'bills.update', 'invoices.update']);
  expect(undone.filter((name) => isFinal({ name }))).toEqual([]);
  expect(undone.length).toBeGreaterThan(40);
}, 120_000);
