import { seedCarrier, seedVendor } from '../records/freight.ts';
import { addCarrier, createBookedLoad, openLoad } from '../records/loads.ts';
import { createQuotedQuote } from '../records/quotes.ts';
import type { RaceMove, Race } from './race.ts';
import { patch, post, defineRace, remove } from './race-moves.ts';
import type { TestService } from '../service/service.ts';
import { postToShipment, createShipment, createPlainShipment } from '../records/shipments.ts';

const convertQuote = ({ id }: FreightRecord) => post(`/v1/quotes/${id}/convert-to-shipment`);
const changeShipment = ({ id }: FreightRecord, verb: string) => post(`/v1/shipments/${id}/${verb}`);
const cancelShipment = (shipment: FreightRecord) => changeShipment(shipment, 'cancel');
const bookCarrier = ({ id }: FreightRecord, carrier: FreightRecord) =>
  post(`/v1/loads/${id}/add-carrier`, { carrier: { id: carrier.id }, charges: [{ chargeCodeId: 1, amount: 900 }] });
const recordBill = (entityType: 'CARRIER' | 'VENDOR', { id }: FreightRecord) =>
  post('/v1/bills', { entityType, entityId: id, invoiceDate: '2026-11-18', amount: 800 });

interface FreightRecord {
  readonly id: string;
}

/** An open load and two carriers. */
async function withCarriers(home: TestService) {
  const { shipment, load } = await openLoad(home);
  return { shipment, load, one: await seedCarrier({ api: home }), other: await seedCarrier({ api: home }) };
}

/** Creates a load whose truck was ordered and not used. */
async function createLoadWithoutTruck(home: TestService) {
  const bookedFreight = await createBookedLoad(home);
  await home.request('POST', `${bookedFreight.path}/tonu`, tonu);
  return bookedFreight;
}

/** Creates a load with two carriers. */
async function createSharedLoad(home: TestService) {
  const bookedFreight = await createBookedLoad(home);
  const added = await addCarrier(home, bookedFreight.load.id, (await seedCarrier({ api: home })).id);
  return { ...bookedFreight, secondPath: `/v1/loads/${bookedFreight.load.id}/carriers/${added.body.loadCarrierId}` };
}

async function createCanceledShipment(home: TestService) {
  const { shipment } = await createShipment(home);
  await postToShipment(home, shipment.id, 'cancel');
  return shipment;
}

async function withService(home: TestService) {
  const { shipment } = await createShipment(home, { loads: [] });
  const [service] = shipment.services;
  await home.request('PATCH', `/v1/services/${service.id}`, { completedDate: '2026-11-18' });
  return { shipment, service };
}

const withVendor = async (home: TestService) => ({
  shipment: await createPlainShipment(home),
  vendor: await seedVendor({ api: home }),
});

const tonu = { costs: [{ chargeCode: { key: 'TONU' }, amount: 250 }] };
const bounceCarrier = (path: string): RaceMove => post(`${path}/bounce`, {});
const loseQuote = ({ id }: FreightRecord) => patch(`/v1/quotes/${id}`, { status: 'LOST', lostReason: 'TOO_SLOW' });

/** Pairs of requests that may reach the same freight at the same moment. */
export const freightRaces: readonly Race[] = [
  defineRace('two conversions', createQuotedQuote, (quote) => [convertQuote(quote), convertQuote(quote)]),
  defineRace('a conversion and a loss', createQuotedQuote, (quote) => [convertQuote(quote), loseQuote(quote)]),
  defineRace('a conversion and a deleted quote', createQuotedQuote, (quote) => [
    convertQuote(quote),
    remove(`/v1/quotes/${quote.id}`),
  ]),
  defineRace('two deletions of a quote', createQuotedQuote, ({ id }) => [
    remove(`/v1/quotes/${id}`),
    remove(`/v1/quotes/${id}`),
  ]),
  defineRace(
    'two cancellations',
    (home) => createPlainShipment(home),
    (shipment) => [cancelShipment(shipment), cancelShipment(shipment)],
  ),
  defineRace('two returns of a canceled shipment', createCanceledShipment, (shipment) => [
    changeShipment(shipment, 'uncancel'),
    changeShipment(shipment, 'uncancel'),
  ]),
  defineRace('a cancellation and a bill of the carrier', createBookedLoad, ({ shipment, assignment }) => [
    cancelShipment(shipment),
    recordBill('CARRIER', assignment),
  ]),
  defineRace('a cancellation and a bill of the vendor', withService, ({ shipment, service }) => [
    cancelShipment(shipment),
    recordBill('VENDOR', service),
  ]),
  defineRace('a cancellation and a booking', withCarriers, ({ shipment, load, one: carrier }) => [
    cancelShipment(shipment),
    bookCarrier(load, carrier),
  ]),
  defineRace(
    'a cancellation and an invoice',
    (home) => createPlainShipment(home),
    (shipment) => [
      cancelShipment(shipment),
      post('/v1/invoices', { orderId: shipment.orders[0].id, invoiceDate: '2026-11-20', amount: 2000 }),
    ],
  ),
  defineRace('a cancellation and a lost truck', createBookedLoad, ({ shipment, path }) => [
    cancelShipment(shipment),
    post(`${path}/tonu`, tonu),
  ]),
  defineRace(
    'a cancellation and another load',
    (home) => createPlainShipment(home),
    (shipment) => [cancelShipment(shipment), post('/v1/loads', { shipmentId: shipment.id, load: { mode: 'TL' } })],
  ),
  defineRace('a cancellation and a new service', withVendor, ({ shipment, vendor }) => [
    cancelShipment(shipment),
    post('/v1/services', {
      shipmentId: shipment.id,
      service: { vendor: { id: vendor.id }, serviceType: 'DRAYAGE' },
    }),
  ]),
  defineRace(
    'a cancellation and a deletion',
    (home) => createPlainShipment(home),
    (shipment) => [cancelShipment(shipment), remove(`/v1/shipments/${shipment.id}`)],
  ),
  defineRace(
    'two deletions of a shipment',
    (home) => createPlainShipment(home),
    ({ id }) => [remove(`/v1/shipments/${id}`), remove(`/v1/shipments/${id}`)],
  ),
  defineRace('two bookings of one carrier', withCarriers, ({ load, one: carrier }) => [
    bookCarrier(load, carrier),
    bookCarrier(load, carrier),
  ]),
  defineRace('bookings of two carriers', withCarriers, ({ load, one: carrier, other }) => [
    bookCarrier(load, carrier),
    bookCarrier(load, other),
  ]),
  defineRace('a booking and a deleted load', withCarriers, ({ load, one: carrier }) => [
    bookCarrier(load, carrier),
    remove(`/v1/loads/${load.id}`),
  ]),
  defineRace('two deletions of a load', openLoad, ({ load }) => [
    remove(`/v1/loads/${load.id}`),
    remove(`/v1/loads/${load.id}`),
  ]),
  defineRace('two departures of one carrier', createBookedLoad, ({ path }) => [
    bounceCarrier(path),
    post(`${path}/tonu`, tonu),
  ]),
  defineRace('two carriers that leave one load', createSharedLoad, ({ path, secondPath }) => [
    bounceCarrier(path),
    bounceCarrier(secondPath),
  ]),
  defineRace('a departure and a bill', createBookedLoad, ({ path, assignment }) => [
    bounceCarrier(path),
    recordBill('CARRIER', assignment),
  ]),
  defineRace('an unused truck and its bill', createBookedLoad, ({ path, assignment }) => [
    post(`${path}/tonu`, tonu),
    recordBill('CARRIER', assignment),
  ]),
  defineRace('two new loads for one whose truck was not used', createLoadWithoutTruck, ({ load }) => [
    post(`/v1/loads/${load.id}/rebook`),
    post(`/v1/loads/${load.id}/rebook`),
  ]),
  defineRace('a deleted service and its bill', withService, ({ service }) => [
    remove(`/v1/services/${service.id}`),
    recordBill('VENDOR', service),
  ]),
  defineRace('two deletions of a service', withService, ({ service: { id } }) => [
    remove(`/v1/services/${id}`),
    remove(`/v1/services/${id}`),
  ]),
];
