import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { quoteLostReasons, quoteSides, quoteStatuses } from '../../domain/quotes/quote.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, defineEnumField, floatField, stringField, uuidField } from '../kit/filter-fields.ts';
import { defineOperation } from '../kit/operation.ts';
import { OrderInput, OrderSummary } from './order-shapes.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { keyInput, keyPatch, numberedRecordFields } from '../kit/record-fields.ts';
import {
  ById,
  CarrierReference,
  CustomerReference,
  each,
  Instant,
  InstantInput,
  Money,
  MoneyInput,
  nullable,
  optional,
  RecordCurrency,
  ReferenceInput,
  UserReference,
  Uuid,
} from '../kit/shapes.ts';

/** A price asked for and given, for exactly one order. SELL quotes have a customer, BUY quotes a carrier besides. */
export const Quote = z
  .object({
    ...numberedRecordFields,
    side: z.enum(quoteSides),
    status: z.enum(quoteStatuses),
    amount: Money.nullable(),
    /** The cost aimed for. */
    target: Money.nullable(),
    /** Percent: (amount - target) / amount x 100. */
    margin: z.number().nullable(),
    currency: RecordCurrency,
    expiresAt: Instant.nullable(),
    customer: CustomerReference.nullable(),
    carrier: CarrierReference.nullable(),
    order: OrderSummary,
    lostReason: z.enum(quoteLostReasons).nullable(),
    lostReasonText: z.string().nullable(),
    closedTime: Instant.nullable(),
    assignee: UserReference.nullable(),
    shipmentId: Uuid.nullable(),
    /** The friendly id of the shipment it became. */
    shipmentKey: z.string().nullable(),
  })
  .meta({ id: 'Quote' });

const details = { amount: MoneyInput, target: MoneyInput, expiresAt: InstantInput, assignee: ReferenceInput } as const;

const QuoteInput = z
  .strictObject({
    customer: ReferenceInput,
    carrier: ReferenceInput.optional(),
    order: OrderInput,
    ...optional(details),
    ...keyInput,
  })
  .meta({ id: 'QuoteInput' });

/** A status of QUOTED needs an amount; LOST needs a reason, and OTHER a text. */
const QuotePatch = z
  .strictObject({
    status: z.enum(quoteStatuses).optional(),
    ...nullable(details),
    lostReason: z.enum(quoteLostReasons).optional(),
    lostReasonText: z.string().max(1000).nullable().optional(),
    ...keyPatch,
  })
  .meta({ id: 'QuotePatch' });

const ConvertToShipment = z
  .strictObject({ additionalOrders: z.array(OrderInput).max(50).optional() })
  .meta({ id: 'ConvertToShipment' });

const ConvertedQuote = z
  .object({
    quoteId: Uuid,
    quoteStatus: z.literal('WON'),
    shipmentId: Uuid,
    shipmentKey: z.string(),
    orderId: Uuid,
  })
  .meta({ id: 'ConvertedQuote' });

export const quotes = {
  filter: filterOperation({
    name: 'Quote',
    path: '/quotes/filter',
    summary: 'List quotes that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'customerId', 'carrierId', 'assigneeId', 'orderId', 'shipmentId'),
      ...each(stringField, 'key', 'friendlyId'),
      status: defineEnumField(quoteStatuses),
      side: defineEnumField(quoteSides),
      lostReason: defineEnumField(quoteLostReasons),
      amount: floatField,
      ...each(datetimeField, 'expiresAt', 'closedTime', 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Quote,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/quotes',
    summary: 'Create a quote together with its order',
    fieldGates: fieldGates['quotes.create'],
    body: QuoteInput,
    response: Quote,
    moreErrors: ['CONFLICT', 'VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/quotes/{id}', summary: 'Read one quote', response: Quote }),
  update: updateOperation({
    path: '/quotes/{id}',
    summary: 'Price a quote, or set it to WON, LOST, PASS or CANCELED',
    fieldGates: fieldGates['quotes.update'],
    gate: 'audit',
    body: QuotePatch,
    response: Quote,
    moreErrors: ['CONFLICT', 'VALIDATION_ERROR'],
  }),
  delete: deleteOperation({ path: '/quotes/{id}', summary: 'Delete a quote and its order (soft)' }),
  convertToShipment: defineOperation({
    method: 'POST',
    path: '/quotes/{id}/convert-to-shipment',
    summary: 'Make a shipment of a quoted or won quote, once',
    fieldGates: fieldGates['quotes.convertToShipment'],
    effect: 'write',
    gate: 'confirm',
    query: ById,
    body: ConvertToShipment,
    bodyOptional: true,
    status: 200,
    response: ConvertedQuote,
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'DUPLICATE_KEY', 'VALIDATION_ERROR'],
  }),
};
