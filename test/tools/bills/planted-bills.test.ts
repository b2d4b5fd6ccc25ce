import { afterAll, beforeAll, expect, test } from 'vitest';
import { billVerdicts } from '../../../src/domain/bills/bill-check.ts';
import { smallBrokerage } from '../../../src/sandbox/kit/span.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { listBills } from '../../../tools/bills/list_bills.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { findPlantedRecords } from '../../support/records/planted.ts';
import { startOfTest } from '../../support/service/service.ts';

/** The bills of the sandbox that are planted, and what the payables desk says of them. */

const planted = findPlantedRecords({ seed: '1', now: startOfTest, size: smallBrokerage });
let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk({ tools: [listBills], seed: 'small' });
});
afterAll(() => desk.close());

interface CheckedBillRow {
  readonly id: string;
  readonly amount: number;
  readonly verdict: string;
  readonly reasons: readonly string[] | null;
}

/** Reads the rows of all bills on a shipment, and returns a function that finds one by its place among them. */
async function readCheckedBills(key: string): Promise<(place: number) => CheckedBillRow | undefined> {
  const { data } = await desk.callTool('list_bills', {
    check: true,
    status: 'all',
    shipment: planted.id('shipment', key),
    fields: ['id', 'amount', 'verdict', 'reasons'],
    format: 'json',
  });
  return (place) => data.rows.find(({ id }: CheckedBillRow) => id === planted.id('bill', key, place));
}

test('the bills that are planted as clean are clean', async () => {
  for (const count of [1, 2, 3, 4]) {
    const row = (await readCheckedBills(`demo-clean-bill-${count}`))(0);
    expect(row).toMatchObject({ verdict: 'clean', reasons: null });
  }
});

test('the $9,840 bill after a change of where its carrier is paid is held back for it', async () => {
  const row = (await readCheckedBills('demo-pay-to-change'))(0);

  expect(row).toMatchObject({ amount: 9840, verdict: 'pay_to' });
  expect(row?.reasons).toEqual([
    'Where the payee is paid was changed on Nov 15, 2026, less than 30 days ago and after the booking.',
  ]);
});

test.each(['demo-duplicate-bill', 'demo-two-payees', 'demo-stranger-bill'])(
  'both bills of %s are held back, approved ones included',
  async (key) => {
    const at = await readCheckedBills(key);

    expect([at(0)?.verdict, at(1)?.verdict]).toEqual([
      expect.stringContaining('duplicate'),
      expect.stringContaining('duplicate'),
    ]);
  },
);

test('a stranger that bills a load is named beside the carrier that was booked, on both bills', async () => {
  const at = await readCheckedBills('demo-stranger-bill');

  for (const row of [at(0), at(1)]) {
    expect(row?.verdict).toContain('wrong_payee');
    expect(row?.reasons?.join(' ')).toMatch(/«Redline Hauling Partners LLC».* both bill this load/);
  }
});

test('the counts are those of every reason, however many a bill has', async () => {
  const { data } = await desk.callTool('list_bills', { check: true });
  const counts = new Map<string, number>();
  for (const verdict of billVerdicts) {
    const status = verdict === 'clean' ? ['IN_REVIEW', 'APPROVED_TO_PAY'] : [undefined];
    for (const billStatus of status) {
      const page = await desk.callTool('list_bills', {
        verdict,
        ...(billStatus !== undefined && { status: billStatus }),
      });
      counts.set(verdict, (counts.get(verdict) ?? 0) + page.data.total);
    }
  }

  const phrases = [...counts]
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${formatCode(verdict)}`);
  expect(data.summary).toContain(`: ${phrases.join(', ')} (`);
  expect(counts.get('pay_to')).toBeGreaterThan(0);
});

test('counts and sums are those of all bills there are', async () => {
  const { data } = await desk.callTool('list_bills', { status: 'all', limit: 1 });

  const { rows } = await desk.service.database.reader
    .selectFrom('bill')
    .select(['currency', 'amount_cents'])
    .where('deleted_at', 'is', null)
    .execute()
    .then((bills) => ({ rows: bills }));
  const inUsd = rows.filter(({ currency }) => currency === 'USD');
  expect(data.total).toBe(rows.length);
  expect(data.totals).toContainEqual({
    currency: 'USD',
    count: inUsd.length,
    amount: inUsd.reduce((sum, { amount_cents: cents }) => sum + cents, 0) / 100,
  });
});
