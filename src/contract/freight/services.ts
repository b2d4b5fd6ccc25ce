import { serviceStatuses, serviceTypes } from '../../domain/freight/service.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import { dateField, datetimeField, defineEnumField, stringField, uuidField } from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { each } from '../kit/shapes.ts';
import { Service, ServiceCreate, ServicePatch } from './service-shapes.ts';

export const services = {
  filter: filterOperation({
    name: 'Service',
    path: '/services/filter',
    summary: 'List vendor services that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'shipmentId', 'orderId', 'customerId', 'carrierId', 'vendorId', 'invoiceId'),
      ...each(stringField, 'key', 'friendlyId', 'referenceNumber'),
      serviceType: defineEnumField(serviceTypes),
      status: defineEnumField(serviceStatuses),
      ...each(dateField, 'scheduledDate', 'completedDate'),
      ...each(datetimeField, 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Service,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/services',
    summary: 'Order a vendor service for a shipment',
    fieldGates: fieldGates['services.create'],
    gate: 'confirm',
    body: ServiceCreate,
    response: Service,
    moreErrors: ['CONFLICT', 'DUPLICATE_KEY', 'VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/services/{id}', summary: 'Read one vendor service', response: Service }),
  update: updateOperation({
    path: '/services/{id}',
    summary: 'Change the dates, the contact or the description of a vendor service',
    fieldGates: fieldGates['services.update'],
    body: ServicePatch,
    response: Service,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/services/{id}',
    summary: 'Delete a vendor service that is not paid (soft)',
    moreErrors: ['CONFLICT'],
  }),
};
