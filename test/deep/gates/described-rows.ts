import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { requireSent } from '../../support/require-sent.ts';
import { buildMeddlers, createSceneCustomer, prepareRecords, type GateScene, type Stage } from './scene.ts';

/** A request by words that more records can fit later. */
interface DescribedScene extends GateScene {
  /** Creates another record that fits the words, or changes one that the request left out. */
  readonly arrive: () => Promise<unknown>;
}

export interface DescribedRow {
  readonly tool: string;
  /** The words of the request. */
  readonly words: string;
  /** True where the answer counts the records that were left out. */
  readonly leavesOut?: true;
  readonly prepare: (stage: Stage) => Promise<DescribedScene>;
}

/** Creates two bills of a payee; the first is approved to pay. */
async function createBills({ api, desk }: Stage) {
  const carrier = await createPayee(desk, 'Prairie Haul');
  const { bill: approved } = await createBilledLoad(desk, { carrier, reference: 'first' });
  const { bill: inReview } = await createBilledLoad(desk, { carrier, reference: 'second' });
  await api.bills.approve({ id: approved.id });
  const readPaid = async () =>
    Promise.all([approved, inReview].map(async ({ id }) => (await api.bills.payments({ id })).totalPaid));
  return { carrier, approved, inReview, readPaid };
}

async function payScene(stage: Stage, toInput: (bills: Awaited<ReturnType<typeof createBills>>) => GateScene['input']) {
  const bills = await createBills(stage);
  return {
    input: toInput(bills),
    look: bills.readPaid,
    before: [0, 0],
    after: [1200, 0],
    meddle: buildMeddlers(stage).bill(bills.approved.id),
    arrive: () => stage.api.bills.approve({ id: bills.inReview.id }),
  };
}

/** Creates a customer with one open invoice; a second one, due before it, can be added. */
async function createOpenInvoice(stage: Stage) {
  const { invoice } = await prepareRecords(stage, 'invoices.delete');
  const { customer } = await stage.api.invoices.get({ id: invoice.id });
  const customerId = requireSent(customer).id;
  const addOlderInvoice = async () => {
    const { invoice: older } = await prepareRecords(stage, 'invoices.delete');
    const change = { customer_id: customerId, due_date: '2026-11-01', invoice_date: '2026-10-01' };
    await stage.desk.service.database.transaction((tx) =>
      tx.updateTable('invoice').set(change).where('id', '=', older.id).execute(),
    );
  };
  const readOwed = async () => (await stage.api.invoices.get({ id: invoice.id })).amountOwed;
  return { invoice, customerId, arrive: addOlderInvoice, readOwed };
}

const countInvoices = async ({ api }: Stage, shipmentIds: readonly string[]) =>
  Promise.all(
    shipmentIds.map(async (id) => (await api.invoices.filter({ filter: { shipmentId: { equalTo: id } } })).data.length),
  );

/** Requests that describe their records, or name some that they leave out. */
export const describedRows: readonly DescribedRow[] = [
  {
    tool: 'pay_bills',
    words: 'a payee and a day',
    prepare: (stage) => payScene(stage, ({ carrier }) => ({ payee: carrier.id, dueBy: '2027-06-01' })),
  },
  {
    tool: 'pay_bills',
    words: 'a bill that is held',
    prepare: (stage) => payScene(stage, ({ approved, inReview }) => ({ bills: [approved.id, inReview.id] })),
  },
  {
    tool: 'generate_invoices',
    words: 'all that are ready',
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'shipments.generateInvoice');
      const later: string[] = [];
      return {
        input: {},
        look: () => countInvoices(stage, [shipment.id, ...later]),
        before: [0],
        after: [1, 0],
        meddle: buildMeddlers(stage).shipment(shipment.id),
        async arrive() {
          const { shipment: another } = await prepareRecords(stage, 'shipments.generateInvoice');
          later.splice(0, 1, another.id);
        },
      };
    },
  },
  {
    tool: 'generate_invoices',
    words: 'a shipment that is held back',
    leavesOut: true,
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'shipments.generateInvoice');
      const { shipment: heldBack } = await prepareRecords(stage, 'shipments.readyToInvoice');
      return {
        input: { shipments: [shipment.id, heldBack.id] },
        look: () => countInvoices(stage, [shipment.id, heldBack.id]),
        before: [0, 0],
        after: [1, 0],
        meddle: buildMeddlers(stage).shipment(shipment.id),
        arrive: () => stage.api.shipments.update({ id: heldBack.id, key: `held back ${stage.mark}` }),
      };
    },
  },
  {
    tool: 'record_payment',
    words: 'the oldest first',
    async prepare(stage) {
      const { invoice, customerId, arrive, readOwed } = await createOpenInvoice(stage);
      const owed = await readOwed();
      return {
        input: { customer: customerId, amount: owed - 100, reference: `CHK ${stage.mark}` },
        look: readOwed,
        before: owed,
        after: 100,
        meddle: buildMeddlers(stage).invoice(invoice.id),
        arrive,
      };
    },
  },
  {
    tool: 'issue_credit',
    words: 'the oldest first',
    async prepare(stage) {
      const { invoice, customerId, arrive, readOwed } = await createOpenInvoice(stage);
      const owed = await readOwed();
      return {
        input: { customer: customerId, amount: 40, reason: 'late', apply: true },
        look: readOwed,
        before: owed,
        after: owed - 40,
        meddle: buildMeddlers(stage).invoice(invoice.id),
        arrive,
      };
    },
  },
  {
    tool: 'approve_bills',
    words: 'a bill that is approved',
    async prepare(stage) {
      const { approved, inReview } = await createBills(stage);
      return {
        input: { bills: [approved.id, inReview.id] },
        look: async () => (await stage.api.bills.get({ id: inReview.id })).status,
        before: 'IN_REVIEW',
        after: 'APPROVED_TO_PAY',
        meddle: buildMeddlers(stage).bill(inReview.id),
        arrive: () =>
          stage.api.billPayments.create({
            paymentDate: '2026-11-20',
            applications: [{ billId: approved.id, amount: 10 }],
          }),
      };
    },
  },
  {
    tool: 'set_invoice_readiness',
    words: 'a shipment that is not delivered',
    leavesOut: true,
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'shipments.readyToInvoice');
      const { shipment: underWay } = await prepareRecords(stage, 'loads.bounce');
      return {
        input: { shipments: [shipment.id, underWay.id], ready: true },
        look: async () => (await stage.api.shipments.get({ id: shipment.id })).billingStatus,
        before: 'NOT_READY_TO_INVOICE',
        after: 'READY_TO_INVOICE',
        meddle: buildMeddlers(stage).shipment(shipment.id),
        arrive: () => stage.api.shipments.cancel({ id: underWay.id }),
      };
    },
  },
  {
    tool: 'send_remittance',
    words: 'the number of a check',
    async prepare(stage) {
      const reference = `CHK ${stage.mark}`;
      const { billPayment } = await prepareRecords(stage, 'billPayments.sendRemittance');
      await stage.api.billPayments.update({ id: billPayment.id, reference });
      const countMails = async () => {
        const { reader } = stage.desk.service.database;
        return (await reader.selectFrom('mail').select('id').where('record_id', '=', billPayment.id).execute()).length;
      };
      return {
        input: { payments: [reference] },
        look: countMails,
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).billPayment(billPayment.id),
        async arrive() {
          const { billPayment: another } = await prepareRecords(stage, 'billPayments.sendRemittance');
          await stage.api.billPayments.update({ id: another.id, reference });
        },
      };
    },
  },
  {
    tool: 'issue_credit',
    words: 'the name of a customer',
    async prepare(stage) {
      const customer = await createSceneCustomer(stage);
      const ofCustomer = { filter: { customerId: { equalTo: customer.id } } };
      return {
        input: { customer: customer.name, amount: 40, reason: 'late' },
        look: async () => (await stage.api.creditMemos.filter(ofCustomer)).data.map(({ amount }) => amount),
        before: [],
        after: [40],
        meddle: buildMeddlers(stage).customer(customer.id),
        arrive: () => createSceneCustomer(stage),
      };
    },
  },
  {
    tool: 'api_write',
    words: 'the name of a team',
    async prepare(stage) {
      const name = `Twilight desk ${stage.mark}`;
      const { id } = await stage.api.teams.create({ name });
      return {
        input: { operation: 'teams.delete', input: { id: name } },
        look: async () => (await stage.api.teams.filter({ filter: { id: { equalTo: id } } })).data.length,
        before: 1,
        after: 0,
        meddle: buildMeddlers(stage).team(id),
        arrive: () => stage.api.teams.create({ name }),
      };
    },
  },
  {
    tool: 'undo',
    words: 'the newest write',
    async prepare(stage) {
      const writeTeam = async (name: string) =>
        (await stage.call('api_write', { operation: 'teams.create', input: { name } })).data.record;
      const id = String((await writeTeam(`Day desk ${stage.mark}`))?.id);
      return {
        input: {},
        look: async () => (await stage.api.teams.filter({ filter: { id: { equalTo: id } } })).data.length,
        before: 1,
        after: 0,
        meddle: buildMeddlers(stage).team(id),
        arrive: () => writeTeam(`Late desk ${stage.mark}`),
      };
    },
  },
];
