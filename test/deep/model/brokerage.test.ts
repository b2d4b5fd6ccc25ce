import * as fc from 'fast-check';
import { addMilliseconds } from '../../../src/mcp/run/call-details.ts';
import { expect, test } from 'vitest';
import { type DatabaseName, onOneDatabase } from '../../support/stores/databases.ts';
import { countCases } from '../../support/depth.ts';
import { insertCarrier, insertCustomer, insertVendor } from '../../support/records/fixtures.ts';
import { startService } from '../../support/service/service.ts';
import { approveBill, billOperations, createBill } from './bill-operations.ts';
import { billPaymentOperations } from './bill-payment-operations.ts';
import { compare } from './compare.ts';
import { createInvoice, invoiceOperations } from './invoice-operations.ts';
import { completeService, loadOperations } from './load-operations.ts';
import { createMemo, memoOperations } from './memo-operations.ts';
import { type ModelDesk, type OperationArbitrary, repeatByWeight } from './operation.ts';
import { paymentOperations } from './payment-operations.ts';
import { quoteOperations } from './quote-operations.ts';
import { cancelOperations, createShipment, makeReady, shipmentOperations, uploadProof } from './shipment-operations.ts';
import { emptyWorld, type ModelParty, type World } from './world.ts';

const guardMs = 7_200_000;

/**
 * A failure prints a seed, a path and a replayPath with the commands that are left of the sequence. To run only that one:
 * `MODEL_REPLAY='{"seed":1,"path":"3:1","replayPath":"AAB:C"}' npx vitest run test/deep/model -t 'SQLite.*add up'`.
 */
const replay: Replay = JSON.parse(process.env['MODEL_REPLAY'] ?? '{}');

interface Replay {
  readonly seed?: number;
  readonly path?: string;
  readonly replayPath?: string;
}

const freight = [...quoteOperations, ...shipmentOperations, ...loadOperations];
const payables = [...billOperations, ...billPaymentOperations];
const receivables = [...invoiceOperations, ...paymentOperations, ...memoOperations];

const billed = repeatByWeight([createShipment, 3], [completeService, 2], [createBill, 4]);
const approved = repeatByWeight([approveBill, 5]);
const invoiced = repeatByWeight([createShipment, 4], [createInvoice, 4], [createMemo, 2]);

/** Sequences of few kinds of operations on few records: rare orders of events come up in them far more often. */
const groups: readonly Group[] = [
  {
    title: 'quotes, shipments, loads and services follow each other',
    opening: repeatByWeight([createShipment, 2], [uploadProof, 1], [makeReady, 1]),
    operations: freight,
    length: 30,
    runs: { usual: 3, deep: 100 },
  },
  {
    title: 'what was canceled comes back as it was, billed and invoiced or not',
    opening: [createShipment, completeService, createInvoice, createBill],
    operations: [...cancelOperations, ...loadOperations, ...invoiceOperations, ...billOperations],
    length: 40,
    runs: { usual: 3, deep: 100 },
  },
  {
    title: 'bills and the payments of bills add up',
    opening: [...billed, ...approved],
    operations: payables,
    length: 30,
    runs: { usual: 3, deep: 100 },
  },
  {
    title: 'invoices, the payments of customers and their credit add up',
    opening: invoiced,
    operations: receivables,
    length: 30,
    runs: { usual: 3, deep: 100 },
  },
  {
    title: 'all of it together keeps to the rules',
    opening: [...billed, ...approved, ...invoiced],
    operations: [...freight, ...payables, ...receivables],
    length: 60,
    runs: { usual: 1, deep: 60 },
  },
  {
    title: 'all of it together keeps to the rules over two hundred operations',
    opening: repeatByWeight([createShipment, 4]),
    operations: [...repeatByWeight([createShipment, 4]), ...freight, ...payables, ...receivables],
    length: 200,
    runs: { usual: 1, deep: 40 },
  },
];

onOneDatabase('whatever is done in whatever order', (database) => {
  test.for(groups)('$title', { timeout: guardMs }, async (group) => {
    expect(await countOperations(database, group)).toBeGreaterThan(0);
  });
});

interface Group {
  readonly title: string;
  /** Operations that come first. */
  readonly opening: readonly OperationArbitrary[];
  readonly operations: readonly OperationArbitrary[];
  /** Length of the longest sequence. */
  readonly length: number;
  readonly runs: Parameters<typeof countCases>[0];
}

/**
 * Runs the sequences and counts the operations done, all by the rules. Each sequence has its own organization in one
 * service; a failing one is shrunk and thrown with instructions to replay it.
 */
async function countOperations(database: DatabaseName, { opening, operations, length, runs }: Group): Promise<number> {
  let done = 0;
  await using api = await startService(database);
  const { replayPath, ...again } = replay;
  const commands = fc.commands([...operations], {
    maxCommands: length,
    size: 'max',
    ...(replayPath !== undefined && { replayPath }),
  });
  // Small and repeated values find less here: a record is chosen by its place, and the same one is chosen often anyway.
  const sequences = fc.noBias(commands);
  const keepsTheRules = fc.asyncProperty(chooseOpenings(opening), sequences, async (opened, sequence) => {
    // A failing sequence is tried hundreds of times: more tokens than a minute has.
    api.clock.now = addMilliseconds(api.clock.now, 60_000);
    const desk = { api, caller: await api.anotherOrganization(), done: 0 };
    const world = await createWorld(desk);
    for (const first of opened.done) if (first.check(world)) await first.run(world, desk);
    await fc.asyncModelRun(() => ({ model: world, real: desk }), sequence);
    await compare(world, desk.caller);
    done += desk.done;
  });
  await fc.assert(keepsTheRules, { numRuns: countCases(runs), ...again });
  return done;
}

/**
 * Chooses opening commands. Each may be left out, so that a failure shrinks to those that matter, and is printed with
 * them only.
 */
const chooseOpenings = (commands: readonly OperationArbitrary[]) =>
  fc
    .noBias(fc.tuple(...commands.map((command) => fc.option(command, { nil: undefined, freq: 20 }))))
    .map((chosen) => chosen.filter((command) => command !== undefined))
    .map((done) => ({ done, toString: () => done.join(',') }));

/** Creates customers, carriers and a vendor, in two currencies. */
async function createWorld({ api, caller }: Pick<ModelDesk, 'api' | 'caller'>): Promise<World> {
  const home = { database: api.database, organizationId: caller.organizationId };
  const toParty = (made: { readonly id: string }, currency: string): ModelParty => ({ id: made.id, currency });
  return emptyWorld({
    customers: [
      toParty(await insertCustomer(home), 'USD'),
      toParty(await insertCustomer(home, { name: 'Borealis Timber', currency: 'CAD' }), 'CAD'),
    ],
    carriers: [
      toParty(await insertCarrier(home), 'USD'),
      toParty(await insertCarrier(home, { name: 'Swift Wheels' }), 'USD'),
      toParty(await insertCarrier(home, { name: 'Nordik', currency: 'CAD' }), 'CAD'),
    ],
    vendors: [toParty(await insertVendor(home), 'USD')],
  });
}
