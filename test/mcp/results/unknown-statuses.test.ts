import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { loadCarrierStatuses } from '../../../src/domain/freight/load.ts';
import { billStatuses } from '../../../src/domain/bills/bill.ts';
import { invoiceStatuses } from '../../../src/domain/money/invoice.ts';
import { formatMoney } from '../../../src/domain/money/money.ts';
import { changeValues, type ForeignProfile } from '../../support/foreign-api/profile.ts';
import { type ForeignDesk, startForeignDesk } from '../../support/foreign-api/foreign-desk.ts';
import { unwrap } from '../../support/foreign-api/walk.ts';
import { listPlanTexts } from '../../support/desk/plan-texts.ts';

/** Words of this API's own, by ours, for each list of statuses. */
const words: readonly (readonly [readonly string[], Readonly<Record<string, string>>])[] = [
  [billStatuses, { IN_REVIEW: 'PENDING_AUDIT' }],
  [invoiceStatuses, { PARTIALLY_PAID: 'SHORT_PAID' }],
  [loadCarrierStatuses, { ACTIVE: 'CONFIRMED' }],
];

const ownWords: ForeignProfile = {
  name: 'uses words of its own',
  removes: ['statuses'],
  changeResponse: changeValues(({ value, schema }) => {
    const field = unwrap(schema);
    if (!(field instanceof z.ZodEnum) || typeof value !== 'string') return value;
    const [, changed] = words.find(([statuses]) => String(statuses) === String(field.options)) ?? [];
    return changed?.[value] ?? value;
  }),
};

let desk: ForeignDesk;
beforeAll(async () => {
  desk = await startForeignDesk(ownWords);
});
afterAll(() => desk.close());

type OwedLedger = 'bills' | 'invoices';

interface OwedRecord {
  readonly status: string;
  readonly amountOwed: number;
  readonly friendlyId: string;
}

async function readOpen(ledger: OwedLedger): Promise<readonly OwedRecord[]> {
  const list = (cursor: string | undefined) =>
    desk.api[ledger].filter({ pageSize: 250, ...(cursor !== undefined && { cursor }) });
  const records: OwedRecord[] = [];
  let cursor: string | undefined;
  do {
    const { data, pagination } = await list(cursor);
    records.push(...data);
    cursor = pagination.hasNextPage ? (pagination.endCursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  return records.filter(({ amountOwed }) => amountOwed > 0);
}

const sumOwed = (records: readonly OwedRecord[]): string =>
  formatMoney(
    records.reduce((sum, { amountOwed }) => sum + Math.round(amountOwed * 100), 0),
    'USD',
  );

test.each([
  ['list_bills', 'bills', 'IN_REVIEW', 'PENDING_AUDIT'],
  ['list_invoices', 'invoices', 'PARTIALLY_PAID', 'SHORT_PAID'],
] as const)(
  '%s adds up what is owed in a status that Waybill does not know, and says so once',
  async (tool, ledger, knownStatus, unknown) => {
    const open = await readOpen(ledger);
    const count = open.filter(({ status }) => status === knownStatus).length;

    const { text, data } = await desk.callTool(tool, {});

    expect(count).toBeGreaterThan(1);
    expect(text).toMatch(new RegExp(`^${open.length} open ${ledger}: `));
    expect(text).toContain(`: ${sumOwed(open)} open of`);
    const words = unknown.toLowerCase().replace('_', ' ');
    const sentence = `${count} ${ledger} have the status "${words}", which Waybill doesn't know; they count as open while they have a balance.`;
    expect(text.split(sentence)).toHaveLength(2);
    expect(data).toMatchObject({ unknownStatuses: [{ records: ledger, status: unknown, count }] });
  },
);

test('a figure and a list count the same records', async () => {
  const open = await readOpen('invoices');

  const { text } = await desk.callTool('analyze', { measures: ['open_ar', 'open_ap'] });

  expect(text).toContain(sumOwed(open));
  expect(text).toContain(sumOwed(await readOpen('bills')));
});

test('a bill of unknown status is neither approved nor paid, and the answer names its status', async () => {
  const bill = (await readOpen('bills')).find(({ status }) => status === 'IN_REVIEW')?.friendlyId ?? '';

  for (const tool of ['approve_bills', 'pay_bills']) {
    const { text, data } = await desk.callTool(tool, { bills: [bill] });

    expect(data).not.toHaveProperty('plan');
    expect(text).toMatch(/^NOT DONE\./);
    expect(text).toContain('pending audit');
  }
});

test('a load whose carrier has an unknown status is not offered as uncovered', async () => {
  const { data: loads } = await desk.api.loads.filter({ filter: { status: { equalTo: 'DISPATCHED' } }, pageSize: 1 });

  const { text } = await desk.callTool('cover_load', { load: loads[0]?.friendlyId });

  expect(text).toContain("There's nothing to cover.");
});

test('a plan names the unknown statuses of what it is about', async () => {
  const { data: loads } = await desk.api.loads.filter({ filter: { status: { equalTo: 'DISPATCHED' } }, pageSize: 1 });

  const { data } = await desk.callTool('replace_carrier', { load: loads[0]?.friendlyId, reason: 'rate dispute' });

  expect(listPlanTexts(data.plan)?.join('\n')).toMatch(
    /1 assignment of a carrier has the status "confirmed", which Waybill doesn't know; it counts as being on the load\./,
  );
});
