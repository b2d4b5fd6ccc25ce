import { newCarrier, newVendor } from '../records/freight.ts';
import { addCarrier, bookedLoad, openLoad } from '../records/loads.ts';
import { quotedQuote } from '../records/quotes.ts';
import type { Move, Race } from './race.ts';
import { patch, post, race, remove } from './race-moves.ts';
import type { TestService } from '../service/service.ts';
import { act, newShipment, plainShipment } from '../records/shipments.ts';

const converted = ({ id }: Known) => post(`/v1/quotes/${id}/convert-to-shipment`);
const onShipment = ({ id }: Known, verb: string) => post(`/v1/shipments/${id}/${verb}`);
const canceled = (shipment: Known) => onShipment(shipment, 'cancel');
const booking = ({ id }: Known, carrier: Known) =>
  post(`/v1/loads/${id}/add-carrier`, { carrier: { id: carrier.id }, charges: [{ chargeCodeId: 1, amount: 900 }] });
const billing = (entityType: 'CARRIER' | 'VENDOR', { id }: Known) =>
  post('/v1/bills', { entityType, entityId: id, invoiceDate: '2026-11-18', amount: 800 });

interface Known {
  readonly id: string;
}

/** An open load and two carriers. */
async function withCarriers(home: TestService) {
  const { shipment, load } = await openLoad(home);
  return { shipment, load, one: await newCarrier({ api: home }), other: await newCarrier({ api: home }) };
}

/** A load whose truck was ordered and not used. */
async function withoutTruck(home: TestService) {
  const given = await bookedLoad(home);
  await home.request('POST', `${given.path}/tonu`, tonu);
  return given;
}

/** Two carriers on one load. */
async function shared(home: TestService) {
  const given = await bookedLoad(home);
  const added = await addCarrier(home, given.load.id, (await newCarrier({ api: home })).id);
  return { ...given, secondPath: `/v1/loads/${given.load.id}/carriers/${added.body.loadCarrierId}` };
}

async function canceledShipment(home: TestService) {
  const { shipment } = await newShipment(home);
  await act(home, shipment.id, 'cancel');
  return shipment;
}

async function withService(home: TestService) {
  const { shipment } = await newShipment(home, { loads: [] });
  const [service] = shipment.services;
  await home.request('PATCH', `/v1/services/${service.id}`, { completedDate: '2026-11-18' });
  return { shipment, service };
}

const withVendor = async (home: TestService) => ({
  shipment: await plainShipment(home),
  vendor: await newVendor({ api: home }),
});

const tonu = { costs: [{ chargeCode: { key: 'TONU' }, amount: 250 }] };
const bounced = (path: string): Move => post(`${path}/bounce`, {});
const lost = ({ id }: Known) => patch(`/v1/quotes/${id}`, { status: 'LOST', lostReason: 'TOO_SLOW' });

/** What may happen to the same freight at the same moment. */
export const freightRaces: readonly Race[] = [
  race('two conversions', quotedQuote, (quote) => [converted(quote), converted(quote)]),
  race('a conversion and a loss', quotedQuote, (quote) => [converted(quote), lost(quote)]),
  race('a conversion and a deleted quote', quotedQuote, (quote) => [
    converted(quote),
    remove(`/v1/quotes/${quote.id}`),
  ]),
  race('two deletions of a quote', quotedQuote, ({ id }) => [remove(`/v1/quotes/${id}`), remove(`/v1/quotes/${id}`)]),
  race(
    'two cancellations',
    (home) => plainShipment(home),
    (shipment) => [canceled(shipment), canceled(shipment)],
  ),
  race('two returns of a canceled shipment', canceledShipment, (shipment) => [
    onShipment(shipment, 'uncancel'),
    onShipment(shipment, 'uncancel'),
  ]),
  race('a cancellation and a bill of the carrier', bookedLoad, ({ shipment, assignment }) => [
    canceled(shipment),
    billing('CARRIER', assignment),
  ]),
  race('a cancellation and a bill of the vendor', withService, ({ shipment, service }) => [
    canceled(shipment),
    billing('VENDOR', service),
  ]),
  race('a cancellation and a booking', withCarriers, ({ shipment, load, one }) => [
    canceled(shipment),
    booking(load, one),
  ]),
  race(
    'a cancellation and an invoice',
    (home) => plainShipment(home),
    (shipment) => [
      canceled(shipment),
      post('/v1/invoices', { orderId: shipment.orders[0].id, invoiceDate: '2026-11-20', amount: 2000 }),
    ],
  ),
  race('a cancellation and a lost truck', bookedLoad, ({ shipment, path }) => [
    canceled(shipment),
    post(`${path}/tonu`, tonu),
  ]),
  race(
    'a cancellation and another load',
    (home) => plainShipment(home),
    (shipment) => [canceled(shipment), post('/v1/loads', { shipmentId: shipment.id, load: { mode: 'TL' } })],
  ),
  race('a cancellation and a new service', withVendor, ({ shipment, vendor }) => [
    canceled(shipment),
    post('/v1/services', {
      shipmentId: shipment.id,
      service: { vendor: { id: vendor.id }, serviceType: 'DRAYAGE' },
    }),
  ]),
  race(
    'a cancellation and a deletion',
    (home) => plainShipment(home),
    (shipment) => [canceled(shipment), remove(`/v1/shipments/${shipment.id}`)],
  ),
  race(
    'two deletions of a shipment',
    (home) => plainShipment(home),
    ({ id }) => [remove(`/v1/shipments/${id}`), remove(`/v1/shipments/${id}`)],
  ),
  race('two bookings of one carrier', withCarriers, ({ load, one }) => [booking(load, one), booking(load, one)]),
  race('bookings of two carriers', withCarriers, ({ load, one, other }) => [booking(load, one), booking(load, other)]),
  race('a booking and a deleted load', withCarriers, ({ load, one }) => [
    booking(load, one),
    remove(`/v1/loads/${load.id}`),
  ]),
  race('two deletions of a load', openLoad, ({ load }) => [
    remove(`/v1/loads/${load.id}`),
    remove(`/v1/loads/${load.id}`),
  ]),
  race('two departures of one carrier', bookedLoad, ({ path }) => [bounced(path), post(`${path}/tonu`, tonu)]),
  race('two carriers that leave one load', shared, ({ path, secondPath }) => [bounced(path), bounced(secondPath)]),
  race('a departure and a bill', bookedLoad, ({ path, assignment }) => [bounced(path), billing('CARRIER', assignment)]),
  race('an unused truck and its bill', bookedLoad, ({ path, assignment }) => [
    post(`${path}/tonu`, tonu),
    billing('CARRIER', assignment),
  ]),
  race('two new loads for one whose truck was not used', withoutTruck, ({ load }) => [
    post(`/v1/loads/${load.id}/rebook`),
    post(`/v1/loads/${load.id}/rebook`),
  ]),
  race('a deleted service and its bill', withService, ({ service }) => [
    remove(`/v1/services/${service.id}`),
    billing('VENDOR', service),
  ]),
  race('two deletions of a service', withService, ({ service: { id } }) => [
    remove(`/v1/services/${id}`),
    remove(`/v1/services/${id}`),
  ]),
];
