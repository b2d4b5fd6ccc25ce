import * as fc from 'fast-check';
import {
  listRefusals,
  cents,
  pickCustomer,
  listRecordRefusals,
  defineOperation,
  pick,
  place,
  repeatByWeight,
  toDollars,
} from './operation.ts';
import { route } from './shipment-operations.ts';
import { requireRecord, type ModelQuote } from './world.ts';

const isOpen = ({ status }: ModelQuote): boolean => status === 'DRAFT' || status === 'REQUESTED';
const isWinnable = ({ status }: ModelQuote): boolean => status === 'QUOTED';
const price = fc.option(cents);

const create = defineOperation('create quote', fc.record({ customer: place, amount: price }), (world, choice) => {
  const customer = pickCustomer(world, choice.customer);
  if (!customer) return undefined;
  const amount = choice.amount === null ? {} : { amount: toDollars(choice.amount) };
  return {
    request: ['POST', '/v1/quotes', { customer: { id: customer.id }, order: route(0), ...amount }],
    refusals: [],
    after({ id, order }) {
      const status = choice.amount === null ? 'REQUESTED' : 'DRAFT';
      world.orders.push({
        id: order.id,
        gone: false,
        customer,
        shipmentId: null,
        charges: 0,
        release: 'DOCS_NEEDED',
        isUnpaidSince: false,
      });
      world.quotes.push({
        id,
        gone: false,
        customer,
        orderId: order.id,
        status,
        amount: choice.amount,
        shipmentId: null,
      });
    },
  };
});

const priceIt = defineOperation('price quote', fc.record({ quote: place, amount: price }), (world, choice) => {
  const quote = pick(world.quotes, choice.quote, isOpen);
  if (!quote) return undefined;
  const amount = choice.amount ?? quote.amount;
  const body = { status: 'QUOTED', ...(choice.amount !== null && { amount: toDollars(choice.amount) }) };
  return {
    request: ['PATCH', `/v1/quotes/${quote.id}`, body],
    refusals: listRecordRefusals(quote, [!isOpen(quote), 409], [amount === null, 422]),
    after() {
      quote.status = 'QUOTED';
      quote.amount = amount;
    },
  };
});

const win = defineOperation('win quote', fc.record({ quote: place }), (world, choice) => {
  const quote = pick(world.quotes, choice.quote, isWinnable);
  if (!quote) return undefined;
  return {
    request: ['PATCH', `/v1/quotes/${quote.id}`, { status: 'WON' }],
    refusals: listRecordRefusals(quote),
    after() {
      quote.status = 'WON';
    },
  };
});

const reasons = fc.constantFrom({}, { lostReason: 'TOO_HIGH' }, { lostReason: 'OTHER' }, {
  lostReason: 'OTHER',
  lostReasonText: 'went by rail',
} as object);

const lose = defineOperation('lose quote', fc.record({ quote: place, reason: reasons }), (world, choice) => {
  const quote = pick(world.quotes, choice.quote, isWinnable);
  // A quote that is lost already has a reason, which a second loss without one leaves.
  if (!quote || quote.status === 'LOST') return undefined;
  const { reason } = choice;
  const lacksReason = !('lostReason' in reason) || (reason.lostReason === 'OTHER' && !('lostReasonText' in reason));
  return {
    request: ['PATCH', `/v1/quotes/${quote.id}`, { status: 'LOST', ...reason }],
    refusals: listRecordRefusals(quote, [quote.shipmentId !== null, 409], [lacksReason, 422]),
    after() {
      quote.status = 'LOST';
    },
  };
});

const convert = defineOperation('convert quote', fc.record({ quote: place }), (world, choice) => {
  const isConvertible = ({ status, shipmentId }: ModelQuote) =>
    (status === 'QUOTED' || status === 'WON') && shipmentId === null;
  const quote = pick(world.quotes, choice.quote, isConvertible);
  if (!quote) return undefined;
  const order = requireRecord(world.orders, quote.orderId);
  // The charges of the model's orders are base prices. Another one than the quoted leaves open which was agreed.
  const hasOtherPrice = order.charges > 0 && quote.amount !== null && order.charges !== quote.amount;
  return {
    request: ['POST', `/v1/quotes/${quote.id}/convert-to-shipment`],
    refusals: listRecordRefusals(quote, [!isConvertible(quote), 409], [hasOtherPrice, 409]),
    after({ shipmentId }) {
      quote.status = 'WON';
      quote.shipmentId = shipmentId;
      order.shipmentId = shipmentId;
      // The customer pays what was quoted, where the order says nothing else.
      if (order.charges === 0) order.charges = quote.amount ?? 0;
      world.shipments.push({
        id: shipmentId,
        gone: false,
        customer: quote.customer,
        base: 'PLANNING',
        isCanceled: false,
        hasProof: false,
      });
    },
  };
});

const remove = defineOperation('delete quote', fc.record({ quote: place }), (world, choice) => {
  const quote = pick(world.quotes, choice.quote);
  if (!quote) return undefined;
  return {
    request: ['DELETE', `/v1/quotes/${quote.id}`],
    refusals: listRecordRefusals(quote),
    after() {
      quote.gone = true;
      if (quote.shipmentId === null) requireRecord(world.orders, quote.orderId).gone = true;
    },
  };
});

const read = defineOperation('read quote', fc.record({ quote: place }), (world, choice) => {
  const quote = pick(world.quotes, choice.quote);
  if (!quote) return undefined;
  return { request: ['GET', `/v1/quotes/${quote.id}`], refusals: listRefusals([quote.gone, 404]), after() {} };
});

export const quoteOperations = repeatByWeight(
  [create, 1],
  [priceIt, 1],
  [win, 1],
  [lose, 1],
  [convert, 2],
  [remove, 1],
  [read, 1],
);
