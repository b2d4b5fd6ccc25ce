import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { undo } from '../../../tools/control/undo.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { isDeep } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { type Everything, createEverything } from '../../support/service/one-of-everything.ts';
import { prepareFor } from '../../support/service/prepared-records.ts';
import { readWorld } from '../../support/service/world.ts';
import { buildInput } from '../../support/service/write-inputs.ts';
import { readCommits } from '../../support/stores/commits.ts';

const isFinal = ({ name }: { readonly name: string }) =>
  /\.(?:delete|void|revert|unapply|send\w*|markAwaiting)$/.test(name);
const offered = catalogue().filter(({ effect, gate }) => effect !== 'read' && gate !== 'off');
/** Writes to try, with those that delete records at the end: in a deep run all of them, otherwise every other one. */
const writes = [...offered.filter((entry) => !isFinal(entry)), ...offered.filter(isFinal)].filter(
  (_entry, place) => isDeep || place % 2 === 0,
);
const triedNames: ReadonlySet<string> = new Set(writes.map(({ name }) => name));

/** Records that undo can't remove, and where they are seen; each of these says so in its plan or in its history. */
const remaining: Partial<Record<OperationName, readonly string[]>> = {
  // The quote stays WON, with a shipment that is canceled.
  'quotes.convertToShipment': ['quotes.get'],
  // The carrier that was taken off again stays in the history of the load.
  'loads.addCarrier': ['shipments.get', 'loads.get'],
  // The load that was replaced stays canceled.
  'loads.rebook': ['shipments.get', 'loads.get'],
  // The same money lies on the same bill or invoice, in a line with a number of its own.
  'billPayments.update': ['bills.get', 'billPayments.get'],
  'payments.update': ['invoices.get', 'payments.get'],
};

/** Runs a tool, and approves its plan if it needs an approval. */
async function runWithApproval(desk: TestDesk, tool: string, input: Record<string, unknown>) {
  const planned = await desk.callTool(tool, input);
  const id = planned.data.approval?.id;
  if (planned.data.status !== 'approval_required' || id === undefined) return planned;
  await desk.approve(id);
  return desk.callTool('run_approved', { approvalId: id });
}

/** Reads all records, anew only where something was written since the last time or other records are meant. */
function watchWorld(desk: TestDesk) {
  let last = { key: '', world: {} as Awaited<ReturnType<typeof readWorld>> };
  return async (records: Everything) => {
    const ids = Object.values(records).map(({ id }) => id);
    const key = [await readCommits(desk.service.database), ...ids].join(' ');
    if (key !== last.key) last = { key, world: await readWorld(desk, records) };
    return last.world;
  };
}

test("what a write changed is there again after undo, and what can't be undone says so", async () => {
  await using desk: TestDesk = await startDesk({ tools: [apiWrite, undo, runApproved], person: 'accept' });
  const all = await createEverything(desk, 'Ironbark');
  const readWorld = watchWorld(desk);

  const traces: Partial<Record<OperationName, readonly string[]>> = {};
  const [undone, refused, failed]: [string[], string[], string[]] = [[], [], []];
  for (const entry of writes) {
    const records = await prepareFor(desk, entry.name, all);
    const before = await readWorld(records);
    const input = { operation: entry.name, input: buildInput(entry, records), again: true };
    const written = await runWithApproval(desk, 'api_write', input);
    if (written.data.status !== 'done') failed.push(`${entry.name} was not done: ${written.text}`);
    const back = await runWithApproval(desk, 'undo', {});
    if (back.data.status !== 'done') {
      refused.push(entry.name);
      if (!back.text.includes("can't be undone")) failed.push(`${entry.name}: ${back.text}`);
      continue;
    }
    const after = await readWorld(records);
    undone.push(entry.name);
    const changed = Object.keys(after).filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
    if (changed.length > 0) traces[entry.name] = changed;
  }

  expect(failed).toEqual([]);
  expect(traces).toEqual(Object.fromEntries(Object.entries(remaining).filter(([name]) => triedNames.has(name))));
  // A load that had a carrier stays, one that was taken off is booked anew, mail left with the invoices, and what had no term before cannot be given none again.
  const rightlyRefused = [
    'loads.create',
    'loads.bounce',
    'loads.tonu',
    'bills.update',
    'invoices.update',
    'invoices.batchGenerate',
  ];
  expect(refused.filter((name) => !isFinal({ name }))).toEqual(rightlyRefused.filter((name) => triedNames.has(name)));
  expect(undone.filter((name) => isFinal({ name }))).toEqual([]);
  expect(undone.length).toBeGreaterThan(isDeep ? 55 : 25);
});
