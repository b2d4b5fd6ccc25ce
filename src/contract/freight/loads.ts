import * as z from 'zod';
import { fieldGates } from '../kit/field-gates.ts';
import { transportModes } from '../../domain/freight/freight-codes.ts';
import { loadStatuses } from '../../domain/freight/load.ts';
import { filterOperation } from '../kit/filter.ts';
import { datetimeField, defineEnumField, readFrom, stringField, uuidField } from '../kit/filter-fields.ts';
import {
  BounceInput,
  Load,
  LoadCarrier,
  LoadCarrierInput,
  LoadCarrierPatch,
  LoadInput,
  LoadPatch,
  TonuInput,
} from './load-shapes.ts';
import { defineOperation } from '../kit/operation.ts';
import { createOperation, deleteOperation, getOperation, updateOperation } from '../kit/record.ts';
import { ById, each, Uuid } from '../kit/shapes.ts';

const LoadCreate = z.strictObject({ shipmentId: Uuid, load: LoadInput }).meta({ id: 'LoadCreate' });

const AddedLoadCarrier = z
  .object({ loadId: Uuid, loadCarrierId: Uuid, loadCarrier: LoadCarrier })
  .meta({ id: 'AddedLoadCarrier' });

/** `newLoadKey` holds the friendly id of the new load. */
const RebookedLoad = z
  .object({ originalLoadId: Uuid, newLoadId: Uuid, newLoadKey: z.string().nullable() })
  .meta({ id: 'RebookedLoad' });

const TonuResult = z
  .object({ loadCarrier: LoadCarrier, replacementLoadId: Uuid.nullable() })
  .meta({ id: 'TonuResult' });

/** On the paths of a load's carriers, `carrierId` is the id of the assignment, not of the carrier. */
export const loads = {
  filter: filterOperation({
    name: 'Load',
    path: '/loads/filter',
    summary: 'List loads that match a filter, newest first',
    fields: {
      ...each(uuidField, 'id', 'shipmentId', 'orderId', 'customerId'),
      carrierId: readFrom(uuidField, 'carriers.carrier.id'),
      ...each(stringField, 'key', 'friendlyId'),
      status: defineEnumField(loadStatuses),
      mode: defineEnumField(transportModes),
      ...each(datetimeField, 'pickedUpAt', 'deliveredAt', 'createdAt', 'updatedAt', 'deletedAt'),
    },
    item: Load,
    page: 'pagination',
  }),
  create: createOperation({
    path: '/loads',
    summary: 'Add a load to a shipment, with its first carrier when named',
    fieldGates: fieldGates['loads.create'],
    gate: 'confirm',
    body: LoadCreate,
    response: Load,
    moreErrors: ['CONFLICT', 'DUPLICATE_KEY', 'VALIDATION_ERROR'],
  }),
  get: getOperation({ path: '/loads/{id}', summary: 'Read one load with its carriers and stops', response: Load }),
  update: updateOperation({
    path: '/loads/{id}',
    summary: 'Change the mode or the equipment of a load',
    fieldGates: fieldGates['loads.update'],
    body: LoadPatch,
    response: Load,
    moreErrors: ['VALIDATION_ERROR'],
  }),
  delete: deleteOperation({
    path: '/loads/{id}',
    summary: 'Delete a load that never had a carrier (soft)',
    moreErrors: ['CONFLICT'],
  }),
  addCarrier: defineOperation({
    method: 'POST',
    path: '/loads/{id}/add-carrier',
    summary: 'Book a carrier on a load; the carrier may be notified',
    fieldGates: fieldGates['loads.addCarrier'],
    effect: 'money',
    gate: 'confirm',
    query: ById,
    body: LoadCarrierInput,
    status: 201,
    response: AddedLoadCarrier,
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  }),
  rebook: defineOperation({
    method: 'POST',
    path: '/loads/{id}/rebook',
    summary: 'Make a new open load with the same stops for one whose truck was not used',
    effect: 'write',
    query: ById,
    status: 201,
    response: RebookedLoad,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  getCarrier: defineOperation({
    method: 'GET',
    path: '/loads/{loadId}/carriers/{carrierId}',
    summary: "Read one carrier's assignment to a load",
    effect: 'read',
    status: 200,
    response: LoadCarrier,
    errors: ['NOT_FOUND'],
  }),
  updateCarrier: defineOperation({
    method: 'PATCH',
    path: '/loads/{loadId}/carriers/{carrierId}',
    summary: 'Change the contact, driver, truck or trailer of a carrier on a load',
    fieldGates: fieldGates['loads.updateCarrier'],
    effect: 'write',
    body: LoadCarrierPatch,
    status: 200,
    response: LoadCarrier,
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'VALIDATION_ERROR'],
  }),
  bounce: defineOperation({
    method: 'POST',
    path: '/loads/{loadId}/carriers/{carrierId}/bounce',
    summary: 'Take a carrier off a load that it does not run; nothing is paid',
    fieldGates: fieldGates['loads.bounce'],
    effect: 'write',
    gate: 'confirm',
    body: BounceInput,
    bodyOptional: true,
    status: 200,
    response: LoadCarrier,
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT'],
  }),
  tonu: defineOperation({
    method: 'POST',
    path: '/loads/{loadId}/carriers/{carrierId}/tonu',
    summary: 'Record a truck ordered and not used, with what it costs and a replacement load when asked for',
    effect: 'money',
    body: TonuInput,
    bodyOptional: true,
    status: 200,
    response: TonuResult,
    errors: ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  }),
};
