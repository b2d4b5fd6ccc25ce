import * as fc from 'fast-check';
import { broken, cents, missing, operation, otherCurrency, pick, place, weighted, wire } from './operation.ts';
import { appliedTo, invoiceOfOrder } from './standing.ts';
import { live, must, type Order, type World } from './world.ts';

/** Before and after the dates of payments (payment-operations.ts). */
const dates = fc.constantFrom('2026-11-10', '2026-11-10', '2026-11-18');

const newInvoice = fc.record({
  order: place,
  amount: cents,
  date: dates,
  currency: otherCurrency,
});

/** A shipment has one invoice, whichever of its orders it names. */
const isInvoiced = (world: World, { shipmentId }: Order): boolean =>
  live(world.invoices).some((invoice) => invoice.shipmentId === shipmentId);

export const createInvoice = operation(
  'create invoice',
  newInvoice,
  (world, { order: at, amount, date, currency: named }) => {
    const order = pick(world.orders, at, (one) => one.shipmentId !== null && !isInvoiced(world, one));
    if (!order) return undefined;
    const { customer, shipmentId } = order;
    const given = { orderId: order.id, invoiceDate: date, amount: wire(amount), ...(named && { currency: named }) };
    return {
      request: ['POST', '/v1/invoices', given],
      refusals: order.gone ? [422] : broken([shipmentId === null || isInvoiced(world, order), 409]),
      after({ id }) {
        order.isUnpaidSince = true;
        world.invoices.push({
          id,
          gone: false,
          shipmentId: shipmentId ?? '',
          customer,
          currency: named ?? customer.currency,
          orderIds: [order.id],
          amount,
          date,
        });
      },
    };
  },
);

const which = fc.record({ invoice: place });

const voidIt = operation('void invoice', which, (world, choice) => {
  const invoice = pick(world.invoices, choice.invoice);
  if (!invoice) return undefined;
  return {
    request: ['DELETE', `/v1/invoices/${invoice.id}`],
    refusals: missing(invoice, [appliedTo(world, invoice) > 0, 409]),
    after() {
      invoice.gone = true;
      for (const id of invoice.orderIds) must(world.orders, id).release = 'READY_TO_INVOICE';
    },
  };
});

const restart = operation('mark awaiting', fc.record({ invoice: place, date: dates }), (world, choice) => {
  const invoice = pick(world.invoices, choice.invoice, (one) => appliedTo(world, one) > 0);
  if (!invoice) return undefined;
  return {
    request: ['POST', `/v1/invoices/${invoice.id}/mark-awaiting`, { invoiceDate: choice.date }],
    refusals: missing(invoice),
    after() {
      invoice.date = choice.date;
      for (const id of invoice.orderIds) {
        const order = must(world.orders, id);
        if (invoiceOfOrder(world, order) === invoice) order.isUnpaidSince = true;
      }
    },
  };
});

const read = operation('read invoice', which, (world, choice) => {
  const invoice = pick(world.invoices, choice.invoice);
  if (!invoice) return undefined;
  return { request: ['GET', `/v1/invoices/${invoice.id}`], refusals: missing(invoice), after() {} };
});

export const invoiceOperations = weighted([createInvoice, 3], [voidIt, 1], [restart, 1], [read, 1]);
