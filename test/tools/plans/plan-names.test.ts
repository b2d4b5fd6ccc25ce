import { expect, test } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { documentedBody, jsonSchemaOf } from '../../../src/contract/kit/json-schema.ts';
import { pathParameters } from '../../../src/contract/kit/operation.ts';
import type { OperationName } from '../../../src/contract/operations.ts';
import { builtInPolicy } from '../../../src/mcp/tool/policy.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type Desk, startDesk } from '../../support/desk.ts';
import { chicagoToDallas } from '../../support/records/freight.ts';
import { kindOf, pathTo } from '../../support/service/kinds.ts';
import { type Everything, oneOfEverything } from '../../support/service/one-of-everything.ts';
import { idPlaces, sampleBody } from '../../support/service/samples.ts';

const writes = catalogue().filter(({ effect }) => effect !== 'read');
/** A person is asked about each. */
const policy = {
  ...builtInPolicy,
  operations: Object.fromEntries(writes.map(({ name }) => [name, 'approve' as const])),
};
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;

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
  'shipments.create': (body, all) => ({
    ...body,
    orders: [order],
    loads: [{ mode, carrier: { carrier: { id: all.carrier.id } } }],
  }),
  'invoices.batchGenerate': (_, all) => ({ orderIds: [all.order.id] }),
  'bills.create': (body, all) => ({ ...body, entityType: 'VENDOR', entityId: all.service.id }),
  'billPayments.create': (_, all) => ({
    paymentDate: '2026-11-20',
    applications: [{ billId: all.bill.id, amount: 100 }],
  }),
  'billPayments.update': (_, all) => ({ applications: [{ id: all.billPaymentApplication.id, delete: true }] }),
};

/** The flat input of an operation that names an existing record wherever it may name one. */
function inputOf(entry: CatalogueEntry, all: Everything): Record<string, unknown> {
  const parts = pathTo(entry, (kind) => all[kind].id)
    .split('/')
    .slice(2);
  const names = entry.path.split('/').slice(1);
  const inPath = pathParameters(entry.path).map((name) => [name, parts[names.indexOf(`{${name}}`)]]);
  const schema = documentedBody(entry.operation);
  const least = sampleBody(entry) ?? {};
  const places = schema ? idPlaces(jsonSchemaOf(schema, 'input'), least) : [];
  const filled = places.reduce<unknown>((body, { names: at, within }) => {
    const kind = kindOf(entry, at);
    return kind === null ? body : within(body, all[kind].id);
  }, least);
  const body = { ...(filled as object) };
  return { ...(completed[entry.name]?.(body, all) ?? body), ...Object.fromEntries(inPath) };
}

/** What is invoiced already gets no plan at all. */
const isPlanless = /^no plan(?!: NOT DONE\. CONFLICT: There is nothing to invoice)|without a name/;

test('no plan of a write shows an id where a person knows the record by a number, a name or its owner', async () => {
  await using desk: Desk = await startDesk({ tools: [apiWrite], server: { policy } });
  const all = await oneOfEverything(desk, 'Ironbark');

  const shown = new Map<string, readonly string[]>();
  for (const entry of writes) {
    const { data, text } = await desk.callTool('api_write', { operation: entry.name, input: inputOf(entry, all) });
    shown.set(entry.name, data.plan ? [data.plan.title, ...data.plan.lines] : [`no plan: ${text}`]);
  }

  const titleOf = (name: OperationName) => shown.get(name)?.[0]?.split(': ').at(-1);
  expect(titleOf('carrierContacts.delete')).toBe('«Ironbark»');
  expect(titleOf('vendorContacts.delete')).toBe('vendor contact of «Ironbark»');
  expect(titleOf('carrierPaymentMethods.delete')).toBe('payment method of «Ironbark»');
  expect(titleOf('vendorPaymentMethods.delete')).toBe('payment method of «Ironbark»');
  expect(titleOf('locationContacts.delete')).toBe('location contact of «Ironbark»');
  expect(titleOf('documents.delete')).toBe('«paper.pdf»');
  expect(titleOf('stops.delete')).toContain('PICK «60608»');
  expect(titleOf('loads.bounce')).toBe('«Ironbark»');
  expect(titleOf('webhookSubscriptions.delete')).toContain('hooks.broker.test/in');
  expect(titleOf('bills.delete')).toBe('BILL-00001 «Ironbark»');
  const bad = [...shown].flatMap(([name, lines]) =>
    lines.filter((line) => uuid.test(line) || isPlanless.test(line)).map((line) => `${name}: ${line}`),
  );
  expect(bad).toEqual([]);
  expect(shown.size).toBe(writes.length);
});
