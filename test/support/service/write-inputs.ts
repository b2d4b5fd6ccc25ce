import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { getDocumentedBody, toJsonSchema } from '../../../src/contract/kit/json-schema.ts';
import { listPathParameters } from '../../../src/contract/kit/operation.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { chicagoToDallas } from '../records/freight.ts';
import { findKind, buildPath } from './kinds.ts';
import type { Everything } from './one-of-everything.ts';
import { listIdPlaces, buildSampleBody } from './samples.ts';

const { mode, stops } = chicagoToDallas;
const order = { mode, stops };

/** Removes the picture, a document that no operation reads by its id. */
const removePicture = ({ avatarId: _picture, ...body }: Record<string, unknown>) => body;

/** Changes to inputs for what the declared form alone does not say, or what no plan is made for. */
const completed: Partial<Record<OperationName, (body: Record<string, unknown>, all: Everything) => object>> = {
  'users.create': removePicture,
  'users.update': removePicture,
  'quotes.create': (body) => ({ ...body, order }),
  'quotes.convertToShipment': (body) => ({ ...body, additionalOrders: [order] }),
  'carrierPaymentMethods.create': ({ carrierFactorId: _factor, ...body }) => body,
  'shipments.create': ({ services: _services, ...body }, all) => ({
    ...body,
    orders: [order],
    loads: [{ mode, carrier: { carrier: { id: all.carrier.id } } }],
  }),
  'invoices.batchGenerate': (_, all) => ({ orderIds: [all.order.id] }),
  'bills.create': (body, all) => ({ ...body, entityType: 'VENDOR', entityId: all.service.id, amount: 300 }),
  'invoices.create': (body) => ({ ...body, amount: 2000 }),
  'billPayments.create': (_, all) => ({
    paymentDate: '2026-11-20',
    applications: [{ billId: all.bill.id, amount: 100 }],
  }),
  'billPayments.update': (_, all) => ({ applications: [{ id: all.billPaymentApplication.id, delete: true }] }),
};

/** Builds the flat input of an operation that names an existing record wherever it may name one. */
export function buildInput(entry: CatalogueEntry, all: Everything): Record<string, unknown> {
  const parts = buildPath(entry, (kind) => all[kind].id)
    .split('/')
    .slice(2);
  const names = entry.path.split('/').slice(1);
  const inPath = listPathParameters(entry.path).map((name) => [name, parts[names.indexOf(`{${name}}`)]]);
  const schema = getDocumentedBody(entry.operation);
  const sample = buildSampleBody(entry) ?? {};
  const places = schema ? listIdPlaces(toJsonSchema(schema, 'input'), sample) : [];
  const filled = places.reduce<unknown>((body, { names: at, within }) => {
    const kind = findKind(entry, at);
    return kind === null ? body : within(body, all[kind].id);
  }, sample);
  const body = { ...(filled as object) };
  return { ...(completed[entry.name]?.(body, all) ?? body), ...Object.fromEntries(inPath) };
}
