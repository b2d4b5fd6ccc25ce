import type { RowBatch, NewRow } from './fill/batch.ts';
import type { Timeline } from './freight/timeline.ts';
import { openRowQueue } from './kit/row-queue.ts';
import { openPayRuns } from './money/pay-runs.ts';
import { type LivingOptions, createLivingBrokerage, type LivingBrokerage } from './onward/living.ts';
import { withCreditLimits } from './parties/customers.ts';
import type { SandboxCustomer } from './parties/party.ts';

/** Generates the rows of a brokerage in batches. The same seed, time and size always give the same bytes. */
export function* generateBrokerage(options: LivingOptions): Generator<RowBatch> {
  const living = createLivingBrokerage(options);
  const { brokerage, timelines, firstDay } = living;
  yield* living.parties();
  const desk = openDesk(living);
  for (let dayNumber = firstDay; dayNumber <= brokerage.today; dayNumber += 1) {
    for (const [count, timeline] of timelines.on(dayNumber).entries()) {
      desk.write(timeline);
      if (count % timelinesPerPause === 0) yield noRows;
    }
    desk.payRuns.closeThrough(dayNumber);
    yield* desk.queue.closeThrough(dayNumber);
  }
  yield* desk.queue.rest();
  yield { table: 'customer', rows: withCreditLimits(brokerage.customers.all, desk.exposures) };
  yield { table: 'counter', rows: listCounters(living, desk.queue.counters()) };
}

/** A busy day takes long to generate: after so many timelines a batch without rows gives the writer time to send. */
const timelinesPerPause = 40;
const noRows: RowBatch = { table: 'quote', rows: [] };

/** Opens the queues of rows and payments that wait for their day. */
function openDesk({ brokerage }: LivingBrokerage) {
  const now = brokerage.madeAt;
  const queue = openRowQueue();
  const payRuns = openPayRuns({ brokerage, now, sink: queue.add });
  const exposures = new Map<SandboxCustomer['id'], number>();
  return {
    queue,
    payRuns,
    exposures,
    write(timeline: Timeline) {
      const { rows, receipts, payOuts, exposure } = timeline.at(now);
      for (const { table, at, row } of rows) queue.add(table, at, row);
      for (const receipt of receipts) payRuns.receive(receipt);
      for (const payOut of payOuts) payRuns.payOut(payOut);
      if (exposure) exposures.set(exposure.customerId, (exposures.get(exposure.customerId) ?? 0) + exposure.cents);
    },
  };
}

function listCounters({ brokerage }: LivingBrokerage, usedNumbers: ReadonlyMap<string, number>): NewRow<'counter'>[] {
  const values = new Map(usedNumbers);
  values.set('carrier', brokerage.carriers.all.length);
  values.set('customer', brokerage.customers.all.length);
  values.set('vendor', brokerage.vendors.length);
  return [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ organization_id: brokerage.organizationId, name, value }));
}
