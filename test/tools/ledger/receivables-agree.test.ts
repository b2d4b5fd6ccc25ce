import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import { analyze } from '../../../tools/insight/analyze.ts';
import { createShipment } from '../../../tools/freight/create_shipment.ts';
import { getCustomer } from '../../../tools/customers/get_customer.ts';
import { agingReport } from '../../../tools/ledger/aging_report.ts';
import { billingQueue } from '../../../tools/ledger/billing_queue.ts';
import { collections } from '../../../tools/ledger/collections.ts';
import { listInvoices } from '../../../tools/ledger/list_invoices.ts';
import { morningBrief } from '../../../tools/brief/morning_brief.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';

/** Answers of the copy, beside each other and beside what the API shows page by page. */

const tools = [
  analyze,
  createShipment,
  getCustomer,
  agingReport,
  billingQueue,
  collections,
  listInvoices,
  morningBrief,
];
const toCents = (amount: number) => Math.round(amount * 100);

// Tests read rows freely.
type ReceivableRow = any; // eslint-disable-line typescript/no-explicit-any

onOneDatabase('questions about receivables', (database) => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await startDesk({ tools, seed: 'small', database });
    await fillCopy(desk, 'morning_brief', { role: 'receivables' });
    await fillCopy(desk, 'collections', {});
  });
  afterAll(() => desk.close());

  const ask = async (tool: string, input: Record<string, unknown> = {}): Promise<ReceivableRow> => {
    const { data, text, isError } = await desk.callTool(tool, input);
    if (isError) throw new Error(text);
    return data;
  };

  async function readInvoices() {
    const { items } = await collect(desk.api.invoices.filter, { pageSize: 250 }, { itemsMax: 100_000 });
    return items;
  }

  async function listRows(tool: string, input: Record<string, unknown>): Promise<ReceivableRow[]> {
    const rows: ReceivableRow[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await ask(tool, cursor === null ? input : { cursor });
      rows.push(...page.rows);
      cursor = page.nextCursor;
      if (cursor === null) return rows;
    }
  }

  test('exposure is the same in the file of a customer, in the list of those over their limit and as a figure', async () => {
    const figures = await listRows('analyze', { measures: ['exposure', 'credit_headroom'], by: ['customer'] });
    const over = await listRows('aging_report', { ledger: 'receivables', overCredit: true });
    const files: ReceivableRow[] = [];
    for (const { customer_no: customer } of figures.slice(0, 8)) files.push(await ask('get_customer', { customer }));

    const exceeded = figures.filter(({ credit_headroom: headroom }) => headroom < 0);
    expect(exceeded.length).toBeGreaterThan(0);
    expect(new Map(over.map(({ friendlyId, overBy }) => [friendlyId, toCents(overBy)]))).toEqual(
      new Map(exceeded.map(({ customer_no: number, credit_headroom: headroom }) => [number, -toCents(headroom)])),
    );
    expect(files.map(({ record, exposure: [main] }) => [record.friendlyId, toCents(main.total)])).toEqual(
      figures.slice(0, 8).map(({ customer_no: number, exposure }) => [number, toCents(exposure)]),
    );
  });

  test('what a write is held against, read from the API, is the exposure that the copy tells', async () => {
    const [first] = await listRows('aging_report', {
      ledger: 'receivables',
      overCredit: true,
      fields: ['id', 'friendlyId'],
    });
    const { text } = await desk.callTool('get_customer', { customer: first.friendlyId });
    const { data: shipments } = await desk.api.shipments.filter({
      filter: { customerId: { equalTo: first.id }, status: { equalTo: 'DELIVERED' } },
      pageSize: 1,
    });

    const { plan } = await ask('create_shipment', { copyOf: shipments[0]?.friendlyId });

    const exposureLines = plan.context.lines.filter((line: string) => line.startsWith('Exposure: '));
    expect(exposureLines).toHaveLength(1);
    expect(text).toContain(exposureLines[0]);
  });

  test.each(['due', 'daysOverdue asc', 'open', 'amount', 'date', undefined])(
    'invoices in the order %s are all there, page by page, as the API shows them',
    async (sort) => {
      const input = {
        status: 'all',
        limit: 90,
        fields: ['id', 'open', 'amount', 'dueDate', 'invoiceDate', 'daysOverdue'],
      };
      const rows = await listRows('list_invoices', { ...input, ...(sort !== undefined && { sort }) });
      const stored = new Map((await readInvoices()).map((invoice) => [invoice.id, invoice]));

      expect(rows).toHaveLength(stored.size);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(stored.size);
      expect(rows.map(({ id, open }) => [id, open])).toEqual(rows.map(({ id }) => [id, stored.get(id)?.amountOwed]));
      const [key = '', sign] = orderedBy[sort ?? 'newest'] ?? [];
      const values = rows.map((row) => (key === 'createdAt' ? stored.get(row.id)?.createdAt : row[key]));
      const presentValues = values.filter((value) => value !== null && value !== undefined);
      expect(presentValues).toEqual(presentValues.toSorted((a, b) => (a === b ? 0 : (a < b ? -1 : 1) * (sign ?? 1))));
      // What is not known comes last.
      expect(values.slice(0, presentValues.length)).toEqual(presentValues);
    },
  );

  test.each([
    ['collections', {}, 6],
    // As billing_queue, for the proofs of delivery. The desk can't tell that nothing has changed since the rows were read on
    // PostgreSQL, so customers and shipments are asked for twice.
    ['list_invoices', { status: 'all', limit: 250 }, database === 'PostgreSQL' ? 10 : 8],
    ['aging_report', { ledger: 'receivables', overCredit: true }, 6],
    // Proofs of delivery may be tied to loads, and loads show what bills change.
    ['billing_queue', {}, 8],
    ['morning_brief', { role: 'receivables' }, 8],
  ])(
    '%s %j asks the API for what is new and for what is shown, however many records there are',
    async (tool, input, requestsMax) => {
      const before = desk.requests.length;

      await ask(tool, input);

      expect(desk.requests.slice(before).length).toBeLessThanOrEqual(requestsMax);
    },
  );
});

/** The member that each order is by, and its direction. */
const orderedBy: Readonly<Record<string, readonly [string, 1 | -1]>> = {
  due: ['dueDate', 1],
  'daysOverdue asc': ['daysOverdue', 1],
  open: ['open', -1],
  amount: ['amount', -1],
  date: ['invoiceDate', -1],
  newest: ['createdAt', -1],
};
