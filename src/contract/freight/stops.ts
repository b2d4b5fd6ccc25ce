import { stopTypes } from '../../domain/stops/stop.ts';
import { fieldGates } from '../kit/field-gates.ts';
import { filterOperation } from '../kit/filter.ts';
import {
  dateField,
  datetimeField,
  defineEnumField,
  keyField,
  readFrom,
  stringField,
  uuidField,
} from '../kit/filter-fields.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { each } from '../kit/shapes.ts';
import { Stop, StopCreate, StopPatch } from './stop-shapes.ts';

export const stops = {
  filter: filterOperation({
    name: 'Stop',
    path: '/stops/filter',
    summary: 'List stops that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'shipmentId', 'cityId'),
      orderId: readFrom(uuidField, 'orderIds'),
      loadId: readFrom(uuidField, 'loadIds'),
      shipperLocationId: readFrom(uuidField, 'location.id'),
      key: keyField,
      type: defineEnumField(stopTypes),
      ...each(stringField, 'postalCode', 'airportCode'),
      ...each(dateField, 'requestedStartDate', 'requestedEndDate'),
      ...each(datetimeField, 'actualArrival', 'actualDeparture', 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Stop,
    page: 'pagination',
    pageSizeMax: 100,
  }),
  create: createOperation({
    path: '/stops',
    summary: 'Add a stop to the route of an order; later stops move back',
    fieldGates: fieldGates['stops.create'],
    gate: 'confirm',
    body: StopCreate,
    response: Stop,
    moreErrors: ['CONFLICT', 'DUPLICATE_KEY', 'VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/stops/{id}', summary: 'Read one stop', response: Stop }),
  update: updateOperation({
    path: '/stops/{id}',
    summary: 'Change a stop, for its order and every load that visits it',
    fieldGates: fieldGates['stops.update'],
    gate: 'audit',
    body: StopPatch,
    response: Stop,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/stops/{id}',
    summary: "Take a stop out of its order's route; refused for the last two and for one that a load covers",
    gate: 'confirm',
    moreErrors: ['CONFLICT'],
  }),
};
