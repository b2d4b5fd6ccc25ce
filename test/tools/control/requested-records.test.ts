import * as z from 'zod';
import { expect, test } from 'vitest';
import { tools } from '../../../tools/index.ts';
import { startLoadDesk } from '../../mcp/support/load-desk.ts';
import { startQuoteDesk } from '../../mcp/support/quote-desk.ts';
import { startDesk, type TestDesk } from '../../support/desk.ts';
import { createInvoicedLoad, insertOldContact } from '../../support/records/invoiced-loads.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { requireSent } from '../../support/require-sent.ts';

/** A request for several records: two that something can be done with, and one that is not in the state for it. */
interface Request extends AsyncDisposable {
  readonly desk: TestDesk;
  readonly input: Record<string, unknown>;
  readonly doable: readonly string[];
  readonly other: string;
}

const buildRequest = (
  desk: TestDesk,
  input: Record<string, unknown>,
  [other = '', ...doable]: readonly string[],
): Request => ({ desk, input, doable, other, [Symbol.asyncDispose]: () => desk.close() });

/** Creates bills of one carrier, in review; those that are named first are approved. */
async function createBills(desk: TestDesk, references: readonly string[], approvedCount: number) {
  const carrier = await createPayee(desk, 'Prairie Haul');
  const bills = [];
  for (const reference of references) bills.push((await createBilledLoad(desk, { carrier, reference })).bill);
  for (const { id } of bills.slice(0, approvedCount)) await desk.api.bills.approve({ id });
  return bills.map(({ friendlyId }) => friendlyId);
}

/** Prepares a request of each tool that takes a list of records. */
const requests: Readonly<Record<string, () => Promise<Request>>> = {
  async approve_bills() {
    const desk = await startDesk({ tools: [] });
    const bills = await createBills(desk, ['PH-1', 'PH-2', 'PH-3'], 1);
    return buildRequest(desk, { bills }, bills);
  },
  async pay_bills() {
    const desk = await startDesk({ tools: [] });
    const [first = '', second = '', open = ''] = await createBills(desk, ['PH-1', 'PH-2', 'PH-3'], 2);
    const bills = [open, first, second];
    return buildRequest(desk, { bills }, bills);
  },
  async close_quote() {
    const desk = await startQuoteDesk({ tools: [] });
    const { id } = await desk.createCustomer('Acme Foods');
    const quotes = [];
    for (const price of [2500, 2600, 2700]) quotes.push(await desk.createPricedQuote(id, price));
    await desk.api.quotes.update({ id: quotes[0]?.id ?? '', status: 'LOST', lostReason: 'TOO_HIGH' });
    const numbers = quotes.map(({ friendlyId }) => friendlyId);
    return buildRequest(desk, { quotes: numbers, outcome: 'canceled' }, numbers);
  },
  async send_invoice() {
    const desk = await startLoadDesk({ tools: [] });
    const invoices = [];
    for (const revenue of [2000, 900, 800]) invoices.push(await createInvoicedLoad(desk, revenue));
    await insertOldContact(desk, requireSent(invoices[0]?.customer).id, 'ap@acme.test');
    await desk.api.invoices.delete({ id: invoices[0]?.id ?? '' });
    const numbers = invoices.map(({ friendlyId }) => friendlyId);
    return buildRequest(desk, { invoices: numbers }, numbers);
  },
  async record_payment() {
    const desk = await startLoadDesk({ tools: [] });
    const invoices = [];
    for (const revenue of [2000, 900, 800]) invoices.push(await createInvoicedLoad(desk, revenue));
    await desk.api.invoices.delete({ id: invoices[0]?.id ?? '' });
    const numbers = invoices.map(({ friendlyId }) => friendlyId);
    return buildRequest(desk, { customer: 'Acme Foods', amount: 1700, reference: '4711', invoices: numbers }, numbers);
  },
  async send_remittance() {
    const desk = await startDesk({ tools: [] });
    const numbers: string[] = [];
    for (const [name, email] of [
      ['Ash Haul', null],
      ['Bolt Lines', 'pay@bolt.test'],
      ['Cedar Freight', 'pay@cedar.test'],
    ] as const) {
      const carrier = await createPayee(desk, name);
      if (email !== null) await desk.api.carriers.update({ id: carrier.id, email });
      const { bill } = await createBilledLoad(desk, { carrier });
      await desk.api.bills.approve({ id: bill.id });
      const applications = [{ billId: bill.id, amount: 1200 }];
      numbers.push((await desk.api.billPayments.create({ paymentDate: '2026-11-20', applications })).friendlyId);
    }
    return buildRequest(desk, { payments: numbers }, numbers);
  },
  generate_invoices: () => prepareShipments(true),
  set_invoice_readiness: () => prepareShipments(false),
};

/** Prepares a shipment without its proof of delivery, and two with it, released where they are to be invoiced. */
async function prepareShipments(isReleased: boolean): Promise<Request> {
  const desk = await startLoadDesk({ tools: [] });
  const delivered = { road: { status: 'DELIVERED' } } as const;
  const loads = [await desk.createLoad(delivered), await desk.createLoad(delivered), await desk.createLoad(delivered)];
  for (const load of loads.slice(1)) {
    await desk.uploadPaper(load, 'PROOF_OF_DELIVERY');
    if (isReleased) await desk.api.shipments.readyToInvoice({ id: load.id });
  }
  const shipments = loads.map(({ friendlyId }) => friendlyId);
  return buildRequest(desk, { shipments, ...(!isReleased && { ready: true }) }, shipments);
}

/** Tests if an argument takes several records. */
function isRecordList(name: string, schema: unknown): boolean {
  const list = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return (
    list instanceof z.ZodArray && /^(?:bills|customers|carriers|invoices|loads|payments|quotes|shipments)$/.test(name)
  );
}

test('the table has every writing tool that takes several records', () => {
  const listTools = tools.filter(
    ({ isWrite, input }) => isWrite && Object.entries(input.shape).some(([name, schema]) => isRecordList(name, schema)),
  );

  expect(Object.keys(requests).sort()).toEqual(listTools.map(({ name }) => name).sort());
});

test.each(Object.entries(requests))(
  '%s accounts for every record that was requested, in its plan and in its result, with the reason why one is left out',
  async (tool, prepare) => {
    await using request = await prepare();
    const { desk, input, doable, other } = request;

    const asked = await desk.callTool(tool, input);
    const id = asked.data.approval?.id;
    if (id !== undefined) await desk.approve(id);
    const done = id === undefined ? asked : await desk.callTool('run_approved', { approvalId: id });

    // A request that is refused as a whole names what stands against it; else each record is in the plan and in the result.
    const expected = asked.isError === true ? [other] : [...doable, other];
    expect([asked, done].flatMap(({ text }) => expected.filter((number) => !text.includes(number)))).toEqual([]);
    // The record is left out, or needed nothing; either way with a reason in words.
    const reason = new RegExp(String.raw`${other}\b[^\n]{8,}`);
    expect([asked, done].map(({ text }) => reason.test(text))).toEqual([true, true]);
  },
);
