import * as fc from 'fast-check';
import {
  listRefusals,
  cents,
  listRecordRefusals,
  defineOperation,
  otherCurrency,
  pick,
  place,
  repeatByWeight,
  toDollars,
} from './operation.ts';
import { sumApplied, findOrderInvoice } from './statuses.ts';
import { listLive, requireRecord, type ModelOrder, type World } from './world.ts';

/** Before and after the dates of payments (payment-operations.ts). */
const dates = fc.constantFrom('2026-11-10', '2026-11-10', '2026-11-18');

const newInvoice = fc.record({
  order: place,
  amount: cents,
  date: dates,
  currency: otherCurrency,
});

/** A shipment has one invoice, whichever of its orders it names. */
const isInvoiced = (world: World, { shipmentId }: ModelOrder): boolean =>
  listLive(world.invoices).some((invoice) => invoice.shipmentId === shipmentId);

export const createInvoice = defineOperation(
  'create invoice',
  newInvoice,
  (world, { order: at, amount, date, currency: chosenCurrency }) => {
    const order = pick(world.orders, at, (candidate) => candidate.shipmentId !== null && !isInvoiced(world, candidate));
    if (!order) return undefined;
    const { customer, shipmentId } = order;
    const input = {
      orderId: order.id,
      invoiceDate: date,
      amount: toDollars(amount),
      ...(chosenCurrency && { currency: chosenCurrency }),
    };
    return {
      request: ['POST', '/v1/invoices', input],
      refusals: order.gone ? [422] : listRefusals([shipmentId === null || isInvoiced(world, order), 409]),
      after({ id }) {
        order.isUnpaidSince = true;
        world.invoices.push({
          id,
          gone: false,
          shipmentId: shipmentId ?? '',
          customer,
          currency: chosenCurrency ?? customer.currency,
          orderIds: [order.id],
          amount,
          date,
        });
      },
    };
  },
);

const which = fc.record({ invoice: place });

const voidIt = defineOperation('void invoice', which, (world, choice) => {
  const invoice = pick(world.invoices, choice.invoice);
  if (!invoice) return undefined;
  return {
    request: ['DELETE', `/v1/invoices/${invoice.id}`],
    refusals: listRecordRefusals(invoice, [sumApplied(world, invoice) > 0, 409]),
    after() {
      invoice.gone = true;
      for (const id of invoice.orderIds) requireRecord(world.orders, id).release = 'READY_TO_INVOICE';
    },
  };
});

const restart = defineOperation('mark awaiting', fc.record({ invoice: place, date: dates }), (world, choice) => {
  const invoice = pick(world.invoices, choice.invoice, (candidate) => sumApplied(world, candidate) > 0);
  if (!invoice) return undefined;
  return {
    request: ['POST', `/v1/invoices/${invoice.id}/mark-awaiting`, { invoiceDate: choice.date }],
    refusals: listRecordRefusals(invoice),
    after() {
      invoice.date = choice.date;
      for (const id of invoice.orderIds) {
        const order = requireRecord(world.orders, id);
        if (findOrderInvoice(world, order) === invoice) order.isUnpaidSince = true;
      }
    },
  };
});

const read = defineOperation('read invoice', which, (world, choice) => {
  const invoice = pick(world.invoices, choice.invoice);
  if (!invoice) return undefined;
  return { request: ['GET', `/v1/invoices/${invoice.id}`], refusals: listRecordRefusals(invoice), after() {} };
});

export const invoiceOperations = repeatByWeight([createInvoice, 3], [voidIt, 1], [restart, 1], [read, 1]);
