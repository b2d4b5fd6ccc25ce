import { expect } from 'vitest';
import type { LoadStatus } from '../../../src/domain/freight/load.ts';
import type { ShipmentStatus } from '../../../src/domain/freight/shipment.ts';
import { type TestDesk, type TestDeskOptions, startDesk } from '../../support/desk.ts';

/** A Friday morning at the desk, 9 o'clock in Chicago. */
export const now = '2026-11-20T15:00:00.000Z';

const chicago = '7e537ee3-6a96-5f06-a41e-c675ef496d39';
const phoenix = '55c02f91-de67-593d-8204-98fe586c2b26';

interface LoadAppointment {
  readonly date?: string;
  readonly start?: string;
  readonly end?: string;
  readonly notes?: string;
}

export interface LoadDeskInput {
  readonly customer?: string;
  readonly references?: Readonly<Record<string, string>>;
  readonly pickup?: LoadAppointment;
  readonly drop?: LoadAppointment;
  /** Booked at this cost. */
  readonly carrier?: { readonly name: string; readonly cost: number; readonly currency?: string };
  readonly revenue?: number;
  /** Currency of the customer and the carrier, where they are new. */
  readonly currency?: string;
  /** Stands for what the road does, which the API cannot be told. */
  readonly road?: {
    readonly status: LoadStatus & ShipmentStatus;
    readonly pickedUp?: readonly [string, string];
    readonly arrived?: string;
    readonly left?: string;
  };
  readonly key?: string;
  /** A second order on the same shipment. */
  readonly second?: Pick<LoadDeskInput, 'pickup' | 'drop'>;
  /** Further drops on the way. */
  readonly between?: readonly LoadAppointment[];
}

// Tests read records freely; each assertion says what it expects.
type AnyLoad = any; // eslint-disable-line typescript/no-explicit-any

export interface LoadDesk extends TestDesk {
  createLoad(load?: LoadDeskInput): Promise<AnyLoad>;
  createBill(shipment: AnyLoad, amount: number, more?: object): Promise<AnyLoad>;
  uploadPaper(shipment: AnyLoad, type: string, isUploaded?: boolean): Promise<void>;
  /** Drives a shipment on, past the API. */
  moveLoad(shipment: AnyLoad, road: NonNullable<LoadDeskInput['road']>): Promise<void>;
}

/** A desk with loads from Chicago to Phoenix. */
export async function startLoadDesk(
  options: Pick<TestDeskOptions, 'tools'> & Partial<TestDeskOptions>,
): Promise<LoadDesk> {
  const desk = await startDesk({ now, ...options });
  const post = async (path: string, body: unknown): Promise<AnyLoad> => {
    const answer = await desk.request('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const once = createOnce(post);
  const moveLoad = createDriver(desk);
  return {
    ...desk,
    moveLoad,
    async createLoad({ customer = 'Acme Foods', carrier, road, currency, ...load }: LoadDeskInput = {}) {
      const money = currency === undefined ? {} : { currency };
      const loads = carrier ? [await buildBookedLoad(once, carrier, money)] : [{ mode: 'TL' }];
      const shipment = await post('/v1/shipments', {
        customer: { id: await once('/v1/customers', { name: customer, status: 'ACTIVE', ...money }) },
        orders: [buildOrder(load), ...(load.second ? [buildOrder(load.second)] : [])],
        loads,
        ...(load.key && { key: load.key }),
      });
      if (road) await moveLoad(shipment, road);
      return desk.api.shipments.get({ id: shipment.id });
    },
    async createBill(shipment, amount, more = {}) {
      const { id } = shipment.loads[0].carriers[0];
      return post('/v1/bills', { entityType: 'CARRIER', entityId: id, invoiceDate: '2026-11-19', amount, ...more });
    },
    async uploadPaper(shipment, type, isUploaded = true) {
      const { uploadUrl } = await post('/v1/documents', {
        type,
        fileName: `${type.toLowerCase()}.pdf`,
        tags: { shipmentId: shipment.id },
      });
      if (!isUploaded) return;
      const file = new Request(uploadUrl, {
        method: 'PUT',
        body: 'signed',
        headers: { 'content-type': 'application/pdf' },
      });
      expect((await desk.service.service.fetch(file)).status).toBe(200);
    },
  };
}

function buildOrder({ references = {}, pickup = {}, drop = {}, between = [], revenue = 2000 }: LoadDeskInput) {
  return {
    mode: 'TL',
    references: Object.entries(references).map(([type, value]) => ({ type, value })),
    stops: [
      {
        type: 'PICKUP',
        cityId: chicago,
        ...buildRequestedTimes({ date: '2026-11-20', start: '08:00', end: '10:00', ...pickup }),
      },
      ...between.map((appointment) => ({ type: 'DELIVERY', postalCode: '75247', ...buildRequestedTimes(appointment) })),
      { type: 'DELIVERY', cityId: phoenix, ...buildRequestedTimes({ date: '2026-11-23', start: '09:00', ...drop }) },
    ],
    charges: [{ chargeCodeId: 1, amount: revenue }],
  };
}

const buildRequestedTimes = ({ date, start, end, notes }: LoadAppointment) => ({
  ...(date && { requestedStartDate: date }),
  ...(start && { requestedStartTime: start }),
  ...(end && { requestedEndTime: end }),
  ...(notes && { notes }),
});

async function buildBookedLoad(
  once: ReturnType<typeof createOnce>,
  { name, cost, currency }: NonNullable<LoadDeskInput['carrier']>,
  more: { currency?: string },
) {
  const cover = { insuranceExpirationDate: '2027-11-20T00:00:00Z' };
  const id = await once('/v1/carriers', {
    name,
    status: 'ACTIVE',
    type: 'TRUCKLOAD',
    ...cover,
    ...more,
    ...(currency && { currency }),
  });
  return { mode: 'TL', carrier: { carrier: { id }, charges: [{ chargeCodeId: 1, amount: cost }] } };
}

/** Returns a function that creates a party once, and returns the same one for the same name. */
function createOnce(post: (path: string, body: unknown) => Promise<AnyLoad>) {
  const ids = new Map<string, string>();
  return async (path: string, body: { readonly name: string; readonly [more: string]: unknown }): Promise<string> => {
    const existingId = ids.get(`${path} ${body.name}`);
    if (existingId !== undefined) return existingId;
    const { id } = await post(path, body);
    ids.set(`${path} ${body.name}`, id);
    return id;
  };
}

function createDriver({ service: { database } }: TestDesk): LoadDesk['moveLoad'] {
  return async (shipment, { status, pickedUp, arrived, left: departed }) => {
    const [pick, drop] = shipment.orders[0].stops;
    await database.transaction(async (tx) => {
      const deliveredAt = status === 'DELIVERED' ? (departed ?? arrived ?? now) : null;
      await tx
        .updateTable('shipment')
        .set({ status, delivered_at: deliveredAt })
        .where('id', '=', shipment.id)
        .execute();
      await tx.updateTable('load').set({ status }).where('shipment_id', '=', shipment.id).execute();
      const orderStatus = status === 'DELIVERED' ? { status } : {};
      await tx
        .updateTable('freight_order')
        .set({ ...orderStatus, shipment_id: shipment.id })
        .where('shipment_id', '=', shipment.id)
        .execute();
      if (pickedUp)
        await tx
          .updateTable('stop')
          .set({ actual_arrival: pickedUp[0], actual_departure: pickedUp[1] })
          .where('id', '=', pick.id)
          .execute();
      await tx
        .updateTable('stop')
        .set({ actual_arrival: arrived ?? null, actual_departure: departed ?? null })
        .where('id', '=', drop.id)
        .execute();
    });
  };
}

/** Ids of a result under steady names, so that the rest of it can be compared. */
export { replaceIds as steady } from './quote-desk.ts';
