import { runLongAgo } from '../../support/records/long-ago.ts';
import { createBookedLoad } from '../../support/records/payables.ts';
import { buildMeddlers, createSceneCustomer, prepareRecords, type GateRow, type Stage } from './scene.ts';
import { requireSent } from '../../support/require-sent.ts';

const listInvoices = ({ api }: Stage, shipmentId: string) =>
  api.invoices.filter({ filter: { shipmentId: { equalTo: shipmentId } } });

/** Creates a contact who has received a customer's invoices for months. */
async function createInvoiceContact({ api, desk: { clock } }: Stage, customerId: string): Promise<void> {
  await runLongAgo(clock, () =>
    api.customerContacts.create({
      customerId,
      name: 'Ann Payable',
      contactTypes: ['BILLING'],
      contactInfo: { name: 'Ann Payable', email: 'ann@ironbark.test' },
    }),
  );
}

/** Counts the mails about a record in the database, because no operation lists mails that wait to be sent. */
async function countMails({ desk: { service } }: Stage, recordId: string): Promise<number> {
  const mails = service.database.reader.selectFrom('mail').select('id').where('record_id', '=', recordId);
  return (await mails.execute()).length;
}

/** Calls about bills, invoices and money. */
export const moneyRows: readonly GateRow[] = [
  {
    tool: 'set_invoice_readiness',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'shipments.readyToInvoice');
      return {
        input: { shipments: [shipment.id], ready: true },
        look: async () => (await stage.api.shipments.get({ id: shipment.id })).billingStatus,
        before: 'NOT_READY_TO_INVOICE',
        after: 'READY_TO_INVOICE',
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
  {
    tool: 'generate_invoices',
    gate: 'confirm',
    async prepare(stage) {
      const { shipment } = await prepareRecords(stage, 'shipments.generateInvoice');
      return {
        input: { shipments: [shipment.id] },
        look: async () => (await listInvoices(stage, shipment.id)).data.length,
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).shipment(shipment.id),
      };
    },
  },
  {
    tool: 'send_invoice',
    gate: 'confirm',
    async prepare(stage) {
      const { invoice } = await prepareRecords(stage, 'invoices.delete');
      const { customer } = await stage.api.invoices.get({ id: invoice.id });
      await createInvoiceContact(stage, requireSent(customer).id);
      return {
        input: { invoices: [invoice.id] },
        look: () => countMails(stage, invoice.id),
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).invoice(invoice.id),
      };
    },
  },
  {
    tool: 'void_invoice',
    gate: 'approve',
    async prepare(stage) {
      const { invoice, shipment } = await prepareRecords(stage, 'invoices.delete');
      return {
        input: { invoice: invoice.id, reason: 'wrong' },
        look: async () => (await listInvoices(stage, shipment.id)).data.length,
        before: 1,
        after: 0,
        meddle: buildMeddlers(stage).invoice(invoice.id),
      };
    },
  },
  {
    tool: 'record_payment',
    gate: 'confirm',
    async prepare(stage) {
      const { invoice } = await prepareRecords(stage, 'invoices.delete');
      const { customer } = await stage.api.invoices.get({ id: invoice.id });
      const ofCustomer = { filter: { customerId: { equalTo: requireSent(customer).id } } };
      return {
        input: { customer: requireSent(customer).id, amount: 250, reference: `CHK ${stage.mark}` },
        look: async () => (await stage.api.payments.filter(ofCustomer)).data.map(({ totalAmount }) => totalAmount),
        before: [],
        after: [250],
        meddle: buildMeddlers(stage).invoice(invoice.id),
      };
    },
  },
  {
    tool: 'issue_credit',
    gate: 'approve',
    async prepare(stage) {
      const customer = await createSceneCustomer(stage);
      const ofCustomer = { filter: { customerId: { equalTo: customer.id } } };
      return {
        input: { customer: customer.id, amount: 40, reason: 'late' },
        look: async () => (await stage.api.creditMemos.filter(ofCustomer)).data.map(({ amount }) => amount),
        before: [],
        after: [40],
        meddle: buildMeddlers(stage).customer(customer.id),
      };
    },
  },
  {
    tool: 'record_bill',
    gate: 'confirm',
    async prepare(stage) {
      const { carrier, shipmentId } = await createBookedLoad(stage.desk);
      const ofCarrier = { filter: { carrierId: { equalTo: carrier.id } } };
      return {
        input: {
          carrier: carrier.id,
          shipment: shipmentId,
          number: `PH ${stage.mark}`,
          amount: 1200,
          date: '2026-11-10',
        },
        look: async () => (await stage.api.bills.filter(ofCarrier)).data.length,
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).carrier(carrier.id),
      };
    },
  },
  {
    tool: 'approve_bills',
    gate: 'confirm',
    async prepare(stage) {
      const { bill } = await prepareRecords(stage, 'bills.approve');
      return {
        input: { bills: [bill.id] },
        look: async () => (await stage.api.bills.get({ id: bill.id })).status,
        before: 'IN_REVIEW',
        after: 'APPROVED_TO_PAY',
        meddle: buildMeddlers(stage).bill(bill.id),
      };
    },
  },
  {
    tool: 'pay_bills',
    gate: 'approve',
    async prepare(stage) {
      const { bill } = await prepareRecords(stage, 'billPayments.create');
      return {
        input: { bills: [bill.id] },
        look: async () => (await stage.api.bills.payments({ id: bill.id })).totalPaid,
        before: 0,
        after: 1200,
        meddle: buildMeddlers(stage).bill(bill.id),
      };
    },
  },
  {
    tool: 'reverse_bill',
    gate: 'confirm',
    async prepare(stage) {
      const { bill } = await prepareRecords(stage, 'bills.unapprove');
      return {
        input: { bill: bill.id, what: 'approval' },
        look: async () => (await stage.api.bills.get({ id: bill.id })).status,
        before: 'APPROVED_TO_PAY',
        after: 'IN_REVIEW',
        meddle: buildMeddlers(stage).bill(bill.id),
      };
    },
  },
  {
    tool: 'send_remittance',
    gate: 'approve',
    async prepare(stage) {
      const { billPayment } = await prepareRecords(stage, 'billPayments.sendRemittance');
      return {
        input: { payments: [billPayment.id] },
        look: () => countMails(stage, billPayment.id),
        before: 0,
        after: 1,
        meddle: buildMeddlers(stage).billPayment(billPayment.id),
      };
    },
  },
];
