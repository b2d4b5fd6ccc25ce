import * as fc from 'fast-check';
import {
  listRefusals,
  cents,
  listRecordRefusals,
  defineOperation,
  pick,
  place,
  repeatByWeight,
  toDollars,
} from './operation.ts';
import { addTrucks } from './shipment-operations.ts';
import { findBill, findSuccessor, listActiveTrucks } from './statuses.ts';
import { type ModelLoad, requireRecord, type ModelTruck, type World } from './world.ts';

const isRunning = (world: World) => (record: { readonly shipmentId: string }) =>
  !requireRecord(world.shipments, record.shipmentId).isCanceled;

const create = defineOperation(
  'create load',
  fc.record({ shipment: place, carrier: fc.option(place) }),
  (world, { shipment: at, carrier }) => {
    const shipment = pick(world.shipments, at, ({ isCanceled }) => !isCanceled);
    if (!shipment) return undefined;
    const payee = carrier === null ? undefined : world.carriers[carrier % world.carriers.length];
    const load = { mode: 'TL', ...(payee && { carrier: { carrier: { id: payee.id } } }) };
    return {
      request: ['POST', '/v1/loads', { shipmentId: shipment.id, load }],
      refusals: listRefusals([shipment.gone, 422], [shipment.isCanceled, 409]),
      after(answer) {
        world.loads.push({ id: answer.id, gone: false, shipmentId: shipment.id, replaces: null, isClosed: false });
        addTrucks(world, shipment.id, answer, payee);
      },
    };
  },
);

const remove = defineOperation('delete load', fc.record({ load: place }), (world, choice) => {
  const load = pick(world.loads, choice.load);
  if (!load) return undefined;
  return {
    request: ['DELETE', `/v1/loads/${load.id}`],
    refusals: listRecordRefusals(load, [world.trucks.some(({ loadId }) => loadId === load.id), 409]),
    after() {
      load.gone = true;
    },
  };
});

const addCarrier = defineOperation('add carrier', fc.record({ load: place, carrier: place }), (world, choice) => {
  const load = pick(world.loads, choice.load, isRunning(world));
  const payee = world.carriers[choice.carrier % world.carriers.length];
  if (!load || !payee) return undefined;
  const isThere = listActiveTrucks(world, load).some((truck) => truck.payee === payee);
  return {
    request: ['POST', `/v1/loads/${load.id}/add-carrier`, { carrier: { id: payee.id } }],
    refusals: listRecordRefusals(load, [load.isClosed || isThere || !isRunning(world)(load), 409]),
    after({ loadCarrierId: id }) {
      const { shipmentId } = load;
      world.trucks.push({ id, gone: false, loadId: load.id, shipmentId, payee, status: 'ACTIVE' });
    },
  };
});

const canLeave = (world: World) => (truck: ModelTruck) => truck.status === 'ACTIVE' && !findBill(world, truck.id);

const bounce = defineOperation('bounce carrier', fc.record({ truck: place }), (world, choice) => {
  const truck = pick(world.trucks, choice.truck, canLeave(world));
  if (!truck) return undefined;
  return {
    request: ['POST', `/v1/loads/${truck.loadId}/carriers/${truck.id}/bounce`],
    refusals: listRecordRefusals(truck, [!canLeave(world)(truck), 409]),
    after() {
      truck.status = 'BOUNCED';
    },
  };
});

const tonuChoice = fc.record({ truck: place, cost: fc.option(cents), isReplaced: fc.boolean() });

const tonu = defineOperation('tonu carrier', tonuChoice, (world, { truck: at, cost, isReplaced }) => {
  const truck = pick(world.trucks, at, canLeave(world));
  if (!truck) return undefined;
  const load = requireRecord(world.loads, truck.loadId);
  const costs = cost === null ? {} : { costs: [{ chargeCodeId: 23, amount: toDollars(cost) }] };
  const isReplaceable = isRunning(world)(load) && !findSuccessor(world, load);
  return {
    request: [
      'POST',
      `/v1/loads/${load.id}/carriers/${truck.id}/tonu`,
      { ...costs, createReplacementLoad: isReplaced },
    ],
    refusals: listRecordRefusals(truck, [!canLeave(world)(truck), 409], [isReplaced && !isReplaceable, 409]),
    after({ replacementLoadId }) {
      truck.status = 'TONU';
      if (isReplaced) replace(world, load, replacementLoadId);
    },
  };
});

const replace = (world: World, { id: replaces, shipmentId }: ModelLoad, id: string): void => {
  world.loads.push({ id, gone: false, shipmentId, replaces, isClosed: false });
};

const rebook = defineOperation('rebook load', fc.record({ load: place }), (world, choice) => {
  const isRebookable = (load: ModelLoad) =>
    world.trucks.some(({ loadId, status }) => loadId === load.id && status === 'TONU') &&
    listActiveTrucks(world, load).length === 0 &&
    !load.isClosed &&
    !findSuccessor(world, load) &&
    isRunning(world)(load);
  const load = pick(world.loads, choice.load, isRebookable);
  if (!load) return undefined;
  return {
    request: ['POST', `/v1/loads/${load.id}/rebook`],
    refusals: listRecordRefusals(load, [!isRebookable(load), 409]),
    after: ({ newLoadId }) => replace(world, load, newLoadId),
  };
});

const createService = defineOperation('create service', fc.record({ shipment: place }), (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ isCanceled }) => !isCanceled);
  const [payee] = world.vendors;
  if (!shipment || !payee) return undefined;
  const service = { vendor: { id: payee.id }, serviceType: 'CUSTOMS_CLEARANCE' };
  return {
    request: ['POST', '/v1/services', { shipmentId: shipment.id, service }],
    refusals: listRefusals([shipment.gone, 422], [shipment.isCanceled, 409]),
    after({ id }) {
      world.services.push({ id, gone: false, shipmentId: shipment.id, payee, isDone: false });
    },
  };
});

export const completeService = defineOperation(
  'complete service',
  fc.record({ service: place, isDone: fc.constantFrom(true, true, true, false) }),
  (world, { service: at, isDone }) => {
    const service = pick(world.services, at, (candidate) => !candidate.isDone);
    if (!service) return undefined;
    return {
      request: ['PATCH', `/v1/services/${service.id}`, { completedDate: isDone ? '2026-11-19' : null }],
      refusals: listRecordRefusals(service),
      after() {
        // What was billed is settled by its bill, whatever date is written down.
        if (!findBill(world, service.id)) service.isDone = isDone;
      },
    };
  },
);

const removeService = defineOperation('delete service', fc.record({ service: place }), (world, choice) => {
  const service = pick(world.services, choice.service);
  if (!service) return undefined;
  return {
    request: ['DELETE', `/v1/services/${service.id}`],
    refusals: listRecordRefusals(service, [findBill(world, service.id) !== undefined, 409]),
    after() {
      service.gone = true;
    },
  };
});

export const loadOperations = repeatByWeight(
  [create, 1],
  [remove, 1],
  [addCarrier, 2],
  [bounce, 1],
  [tonu, 1],
  [rebook, 1],
  [createService, 1],
  [completeService, 2],
  [removeService, 1],
);
