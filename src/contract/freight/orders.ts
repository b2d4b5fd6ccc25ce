import { transportModes } from '../../domain/freight/freight-codes.ts';
import { orderBillingStatuses } from '../../domain/money/order-billing.ts';
import { orderStatuses } from '../../domain/freight/order.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, defineEnumField, stringField, uuidField } from '../kit/filter-fields.ts';
import { defineOperation } from '../kit/operation.ts';
import { Order, OrderPatch } from './order-shapes.ts';
import { ById, each } from '../kit/shapes.ts';

/** Orders come into being inside a quote or a shipment; the published description has no paths of their own. */
export const orders = {
  filter: filterOperation({
    name: 'Order',
    path: '/orders/filter',
    summary: 'List orders that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'quoteId', 'shipmentId', 'customerId', 'invoiceId'),
      ...each(stringField, 'key', 'friendlyId'),
      status: defineEnumField(orderStatuses),
      billingStatus: defineEnumField(orderBillingStatuses),
      mode: defineEnumField(transportModes),
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Order,
    page: 'pagination',
    extension: true,
  }),
  get: defineOperation({
    method: 'GET',
    path: '/orders/{id}',
    summary: 'Read one order with its stops, freight, references and charges',
    effect: 'read',
    query: ById,
    status: 200,
    response: Order,
    errors: ['NOT_FOUND'],
    extension: true,
  }),
  update: defineOperation({
    method: 'PATCH',
    path: '/orders/{id}',
    summary: 'Change references, freight, equipment, mileage or, before invoicing, the charges of an order',
    fieldGates: fieldGates['orders.update'],
    effect: 'write',
    query: ById,
    body: OrderPatch,
    status: 200,
    response: Order,
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'DUPLICATE_KEY', 'VALIDATION_ERROR'],
    extension: true,
  }),
};
