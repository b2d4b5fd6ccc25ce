import type { Batch, NewRow } from './fill/batch.ts';
import type { Life } from './freight/life.ts';
import { openLedger } from './kit/ledger.ts';
import { openPayRuns } from './money/pay-runs.ts';
import { type BrokerageOptions, livingBrokerage, type LivingBrokerage } from './onward/living.ts';
import { withCreditLimits } from './parties/customers.ts';
import type { Customer } from './parties/party.ts';

/** A brokerage as rows, in batches: the same seed, time and size always give the same bytes. */
export function* generateBrokerage(options: BrokerageOptions): Generator<Batch> {
  const living = livingBrokerage(options);
  const { brokerage, lives, firstDay } = living;
  yield* living.parties();
  const desk = openDesk(living);
  for (let dayNumber = firstDay; dayNumber <= brokerage.today; dayNumber += 1) {
    for (const [count, life] of lives.on(dayNumber).entries()) {
      desk.write(life);
      if (count % livesPerBreath === 0) yield breath;
    }
    desk.payRuns.closeThrough(dayNumber);
    yield* desk.ledger.closeThrough(dayNumber);
  }
  yield* desk.ledger.rest();
  yield { table: 'customer', rows: withCreditLimits(brokerage.customers.all, desk.exposures) };
  yield { table: 'counter', rows: countersOf(living, desk.ledger.counters()) };
}

/** A busy day takes long to make up: after so many lives a batch of no rows lets their writer send what waits. */
const livesPerBreath = 40;
const breath: Batch = { table: 'quote', rows: [] };

/** Where the rows of the past wait for their day. */
function openDesk({ brokerage }: LivingBrokerage) {
  const now = brokerage.madeAt;
  const ledger = openLedger();
  const payRuns = openPayRuns({ brokerage, now, sink: ledger.add });
  const exposures = new Map<Customer['id'], number>();
  return {
    ledger,
    payRuns,
    exposures,
    write(life: Life) {
      const { rows, receipts, payOuts, exposure } = life.at(now);
      for (const { table, at, row } of rows) ledger.add(table, at, row);
      for (const receipt of receipts) payRuns.receive(receipt);
      for (const payOut of payOuts) payRuns.payOut(payOut);
      if (exposure) exposures.set(exposure.customerId, (exposures.get(exposure.customerId) ?? 0) + exposure.cents);
    },
  };
}

function countersOf({ brokerage }: LivingBrokerage, given: ReadonlyMap<string, number>): NewRow<'counter'>[] {
  const values = new Map(given);
  values.set('carrier', brokerage.carriers.all.length);
  values.set('customer', brokerage.customers.all.length);
  values.set('vendor', brokerage.vendors.length);
  return [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ organization_id: brokerage.organizationId, name, value }));
}
