import type { Tx } from '../src/store/connection.ts';
import { openStore } from '../src/cli/opening/stores/open-store.ts';
import type { NewRow } from '../src/sandbox/fill/batch.ts';
import { insertBatches } from '../src/sandbox/fill/bulk-insert.ts';
import { countRows } from '../src/sandbox/fill/statistics.ts';
import { drawCarrierName, toMailAddress, buildPhoneNumber } from '../src/sandbox/kit/names.ts';
import { createRandom } from '../src/sandbox/kit/random.ts';
import { buildBlankRow } from '../src/service/shared/blank-row.ts';
import { createIds } from '../src/service/identifiers/ids.ts';

export const ledgerSize = { carriers: 200_000, openInvoices: 340_000 } as const;

const rowsPerBatch = 5000;
const termDays = 30;
const daysBack = 150;
const dayMs = 86_400_000;

/** Adds carriers and unpaid invoices to a sandbox until it holds that many more of them. */
export async function fillLedger(databaseUrl: string): Promise<void> {
  const database = await openStore(databaseUrl);
  const now = new Date();
  const newId = createIds(() => now.toISOString());
  try {
    await database.transaction(async (tx) => {
      const { id: organizationId } = await tx.selectFrom('organization').select('id').executeTakeFirstOrThrow();
      const maker: Maker = { organizationId, at: now.toISOString(), newId };
      const customers = (await tx.selectFrom('customer').select('id').execute()).map(({ id }) => id);
      for (const from of listBatches(ledgerSize.carriers))
        await insertBatches(database.kind, tx, [{ table: 'carrier', rows: createCarriers(maker, from) }]);
      for (const from of listBatches(ledgerSize.openInvoices))
        await insertBatches(database.kind, tx, [
          { table: 'invoice', rows: createInvoices(maker, customers, from, now) },
        ]);
      await countFurther(tx);
      await countRows(database.kind, tx);
    });
  } finally {
    await database.close();
  }
}

interface Maker {
  readonly organizationId: string;
  readonly at: string;
  readonly newId: () => string;
}

const random = createRandom('ledger');
const listBatches = (count: number) => Array.from({ length: count / rowsPerBatch }, (_, batch) => batch * rowsPerBatch);
const listNumbers = (from: number) => Array.from({ length: rowsPerBatch }, (_, index) => from + index);

function createCarriers({ organizationId, at, newId }: Maker, from: number): NewRow<'carrier'>[] {
  return listNumbers(from).map((number) => {
    const name = drawCarrierName(random, number);
    return {
      ...buildBlankRow('carrier'),
      id: newId(),
      organization_id: organizationId,
      created_at: at,
      friendly_id: `C${200_000 + number}`,
      name,
      status: 'ACTIVE',
      type: 'TRUCKLOAD',
      mc_number: `MC-${3_000_000 + number}`,
      dot_number: String(4_000_000 + number),
      email: toMailAddress('dispatch', name),
      phone: buildPhoneNumber(number),
      equipments: '["VAN"]',
      currency: 'USD',
    };
  });
}

function createInvoices(
  { organizationId, at, newId }: Maker,
  customers: readonly string[],
  from: number,
  now: Date,
): NewRow<'invoice'>[] {
  return listNumbers(from).map((number) => {
    const issued = now.getTime() - (number % daysBack) * dayMs;
    const cents = random.drawInt(50_000, 900_000);
    return {
      ...buildBlankRow('invoice'),
      id: newId(),
      organization_id: organizationId,
      created_at: at,
      friendly_id: `INV-${5_000_000 + number}`,
      order_id: newId(),
      shipment_id: newId(),
      customer_id: random.pick(customers),
      status: 'AWAITING_PAYMENT',
      invoice_date: formatDate(issued),
      due_date: formatDate(issued + termDays * dayMs),
      amount_cents: cents,
      paid_cents: 0,
      credited_cents: 0,
      owed_cents: cents,
      currency: 'USD',
    };
  });
}

const formatDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);

/** New records must not get a number that was used here. */
async function countFurther(tx: Tx): Promise<void> {
  await tx
    .updateTable('counter')
    .set((eb) => ({ value: eb('value', '+', 10_000_000) }))
    .where('name', 'in', ['carrier', 'invoice'])
    .execute();
}
