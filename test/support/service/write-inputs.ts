import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { getDocumentedBody, toJsonSchema } from '../../../src/contract/kit/json-schema.ts';
import { listPathParameters } from '../../../src/contract/kit/operation.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import { chicagoToDallas } from '../records/freight.ts';
import { kindOf, pathTo } from './kinds.ts';
import type { Everything } from './one-of-everything.ts';
import { idPlaces, sampleBody } from './samples.ts';

const { mode, stops } = chicagoToDallas;
const order = { mode, stops };

/** A picture is a document that no operation reads by its id. */
const withoutPicture = ({ avatarId: _picture, ...body }: Record<string, unknown>) => body;

/** What the declared form alone does not say, or what no plan is made for. */
const completed: Partial<Record<OperationName, (body: Record<string, unknown>, all: Everything) => object>> = {
  'users.create': withoutPicture,
  'users.update': withoutPicture,
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

/** The flat input of an operation that names an existing record wherever it may name one. */
export function inputOf(entry: CatalogueEntry, all: Everything): Record<string, unknown> {
  const parts = pathTo(entry, (kind) => all[kind].id)
    .split('/')
    .slice(2);
  const names = entry.path.split('/').slice(1);
  const inPath = listPathParameters(entry.path).map((name) => [name, parts[names.indexOf(`{${name}}`)]]);
  const schema = getDocumentedBody(entry.operation);
  const least = sampleBody(entry) ?? {};
  const places = schema ? idPlaces(toJsonSchema(schema, 'input'), least) : [];
  const filled = places.reduce<unknown>((body, { names: at, within }) => {
    const kind = kindOf(entry, at);
    return kind === null ? body : within(body, all[kind].id);
  }, least);
  const body = { ...(filled as object) };
  return { ...(completed[entry.name]?.(body, all) ?? body), ...Object.fromEntries(inPath) };
}
