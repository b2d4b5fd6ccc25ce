import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { getDocumentedBody, toJsonSchema } from '../../../src/contract/kit/json-schema.ts';
import {
  insertBill,
  insertCustomer,
  insertInvoice,
  insertLoadCarrier,
  insertOrder,
  insertShipment,
  insertTerm,
} from '../../support/records/fixtures.ts';
import { chicagoToDallas } from '../../support/records/freight.ts';
import { createQuote } from '../../support/records/quotes.ts';
import { createShipment } from '../../support/records/shipments.ts';
import { type ApiAnswer, startService, type TestService } from '../../support/service/service.ts';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';

/** Lists the operations whose body has a field of this name somewhere. */
const listWritesWith = (field: string): string[] =>
  catalogue()
    .filter(({ effect, operation }) => {
      const schema = effect === 'read' ? undefined : getDocumentedBody(operation);
      return schema !== undefined && JSON.stringify(toJsonSchema(schema, 'input')).includes(`"${field}":`);
    })
    .map(({ name }) => name)
    .sort();

const summarize = ({ status, body }: ApiAnswer) => [
  status,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];

interface RequestDesk {
  readonly api: TestService;
  readonly customer: { readonly id: string };
  readonly vendor: { readonly id: string };
  readonly carrier: { readonly id: string };
  readonly shipment: {
    readonly id: string;
    readonly orders: readonly { readonly id: string; readonly stops: readonly { readonly id: string }[] }[];
    readonly loads: readonly { readonly id: string }[];
  };
  readonly quote: { readonly id: string };
}

async function createDesk(api: TestService): Promise<RequestDesk> {
  const made = await createShipment(api);
  const quote = await createQuote(api);
  await api.request('PATCH', `/v1/quotes/${quote.id}`, { status: 'QUOTED', amount: 1000 });
  return { api, ...made, quote };
}

const buildPath = (desk: RequestDesk, path: string) => {
  const [order] = desk.shipment.orders;
  return `/v1/${path}`
    .replace('ORDER', String(order?.id))
    .replace('STOP', String(order?.stops[0]?.id))
    .replace('SHIPMENT', desk.shipment.id)
    .replace('LOAD', String(desk.shipment.loads[1]?.id))
    .replace('QUOTE', desk.quote.id);
};

type RequestWays = Readonly<
  Record<
    string,
    (desk: RequestDesk, part: never) => readonly [method: string, path: string, body: object, field: string]
  >
>;

const [pick, drop] = chicagoToDallas.stops;

/** Request with the window of a stop for each operation that takes a stop. */
const windowWays = {
  'quotes.create': ({ customer }, window: object) => [
    'POST',
    'quotes',
    { customer: { id: customer.id }, order: { ...chicagoToDallas, stops: [pick, { ...drop, ...window }] } },
    'order.stops.1.',
  ],
  'quotes.convertToShipment': (_, window: object) => [
    'POST',
    'quotes/QUOTE/convert-to-shipment',
    { additionalOrders: [{ ...chicagoToDallas, stops: [{ ...pick, ...window }, drop] }] },
    'additionalOrders.0.stops.0.',
  ],
  'shipments.create': ({ customer }, window: object) => [
    'POST',
    'shipments',
    { customer: { id: customer.id }, orders: [{ ...chicagoToDallas, stops: [{ ...pick, ...window }, drop] }] },
    'orders.0.stops.0.',
  ],
  'stops.create': ({ shipment }, window: object) => [
    'POST',
    'stops',
    { orderId: shipment.orders[0]?.id, stop: { type: 'DROP', sequence: 2, postalCode: '80202', ...window } },
    'stop.',
  ],
  'stops.update': (_, window: object) => ['PATCH', 'stops/STOP', window, ''],
} as const satisfies RequestWays;

const noTimes = { requestedStartTime: undefined, requestedEndTime: undefined };
const backwardWindows = [
  [{ ...noTimes, requestedStartDate: '2026-12-05', requestedEndDate: '2026-12-02' }, 'requestedEndDate'],
  [
    {
      requestedStartDate: '2026-12-05',
      requestedEndDate: '2026-12-05',
      requestedStartTime: '15:00',
      requestedEndTime: '08:00',
    },
    'requestedEndTime',
  ],
] as const;
const overnight = { requestedStartDate: '2026-12-05', requestedStartTime: '22:00', requestedEndTime: '06:00' };

onOneDatabase('a stop window that ends before it starts', (database) => {
  test('is refused by every operation that takes one', async () => {
    await using api = await startService(database);
    const desk = await createDesk(api);

    for (const [name, way] of Object.entries(windowWays)) {
      for (const [window, field] of backwardWindows) {
        const [method, path, body, place] = way(desk, window);
        const answer = await api.request(method, buildPath(desk, path), body);
        expect([name, ...summarize(answer)]).toEqual([name, 422, `${place}${field}`]);
      }
      const [method, path, body] = way(desk, overnight);
      const answer = await api.request(method, buildPath(desk, path), body);
      expect([name, answer.status, JSON.stringify(answer.body).slice(0, answer.status < 300 ? 0 : 400)]).toEqual([
        name,
        method === 'PATCH' || path.startsWith('quotes/') ? 200 : 201,
        '',
      ]);
    }
    expect(Object.keys(windowWays).sort()).toEqual(listWritesWith('requestedEndDate'));
  });

  test('is refused where only one end of it is new, and stored ones can be changed otherwise', async () => {
    await using api = await startService(database);
    const desk = await createDesk(api);
    const stop = buildPath(desk, 'stops/STOP');
    await api.request('PATCH', stop, { ...overnight, requestedEndDate: '2026-12-06' });

    expect(summarize(await api.request('PATCH', stop, { requestedEndDate: '2026-12-05' }))).toEqual([
      422,
      'requestedEndTime',
    ]);
    expect(summarize(await api.request('PATCH', stop, { requestedStartDate: '2026-12-07' }))).toEqual([
      422,
      'requestedEndDate',
    ]);
    await api.database.transaction((tx) => tx.updateTable('stop').set({ requested_end_date: '2026-12-01' }).execute());
    expect((await api.request('PATCH', stop, { notes: 'Ring at gate 2' })).status).toBe(200);
    expect((await api.request('PATCH', stop, { requestedEndDate: null })).status).toBe(200);
  });
});

/** Request with a charge for each operation that takes charges. */
const chargeWays = {
  'loads.addCarrier': ({ carrier }, charge: object) => [
    'POST',
    'loads/LOAD/add-carrier',
    { carrier: { id: carrier.id }, charges: [charge] },
    'charges.0.',
  ],
  'loads.create': ({ shipment, carrier }, charge: object) => [
    'POST',
    'loads',
    {
      shipmentId: shipment.id,
      load: { mode: 'TL', carrier: { carrier: { id: carrier.id }, charges: [charge] } },
    },
    'load.carrier.charges.0.',
  ],
  'orders.update': (_, charge: object) => ['PATCH', 'orders/ORDER', { charges: [charge] }, 'charges.0.'],
  'quotes.create': ({ customer }, charge: object) => [
    'POST',
    'quotes',
    { customer: { id: customer.id }, order: { ...chicagoToDallas, charges: [charge] } },
    'order.charges.0.',
  ],
  'services.create': ({ shipment, vendor }, charge: object) => [
    'POST',
    'services',
    { shipmentId: shipment.id, service: { vendor: { id: vendor.id }, serviceType: 'DRAYAGE', charges: [charge] } },
    'service.charges.0.',
  ],
  'shipments.create': ({ customer }, charge: object) => [
    'POST',
    'shipments',
    { customer: { id: customer.id }, orders: [{ ...chicagoToDallas, charges: [charge] }] },
    'orders.0.charges.0.',
  ],
} as const satisfies RequestWays;

onOneDatabase('a charge with both an amount and a rate', (database) => {
  test('is refused where they disagree, by every operation that takes one, and shows one total where they agree', async () => {
    await using api = await startService(database);
    const desk = await createDesk(api);
    const chargeCode = { key: 'LINEHAUL' };

    for (const [name, way] of Object.entries(chargeWays)) {
      for (const numbers of [
        { amount: 100, rate: 10, quantity: 3 },
        { amount: 275, rate: 55 },
        { amount: 0, rate: 5 },
      ]) {
        const [method, path, body, place] = way(desk, { chargeCode, ...numbers });
        const answer = await api.request(method, buildPath(desk, path), body);
        expect([name, ...summarize(answer)]).toEqual([name, 422, `${place}amount`, `${place}rate`]);
      }
      const [method, path, body] = way(desk, { chargeCode, amount: 100, rate: 33.333, quantity: 3 });
      const { status, body: record } = await api.request(method, buildPath(desk, path), body);
      expect([name, status]).toEqual([name, method === 'PATCH' ? 200 : 201]);
      // A quote shows its order in brief.
      const expectedText = name === 'quotes.create' ? '"key"' : '"amount":100,"quantity":3,"rate":33.333,"total":100';
      expect(JSON.stringify(record)).toContain(expectedText);
    }
    // The orders of a conversion are made as those of a shipment are.
    expect([...Object.keys(chargeWays), 'quotes.convertToShipment'].sort()).toEqual(listWritesWith('charges'));
  });

  test('that was stored when they disagreed adds up by its rate', async () => {
    await using api = await startService(database);
    const desk = await createDesk(api);
    await api.request('PATCH', buildPath(desk, 'orders/ORDER'), {
      charges: [{ chargeCode: { key: 'LINEHAUL' }, rate: 10, quantity: 3 }],
    });
    await api.database.transaction((tx) => tx.updateTable('charge').set({ amount_cents: 10_000 }).execute());

    const { body } = await api.request('GET', buildPath(desk, 'orders/ORDER'));

    expect(body.charges).toMatchObject([{ amount: 30, rate: 10, quantity: 3, total: 30 }]);
    expect(
      (await api.request('PATCH', buildPath(desk, 'orders/ORDER'), { charges: body.charges.map(toInput) })).status,
    ).toBe(200);
  });
});

interface ChargeView {
  readonly chargeCodeId: number;
  readonly amount: number;
  readonly quantity: number;
  readonly rate: number;
}

const toInput = ({ chargeCodeId, amount, quantity, rate }: ChargeView) => ({ chargeCodeId, amount, quantity, rate });

onOneDatabase('a due date beside a payment term', (database) => {
  test('is refused where the term makes another one, on bills and invoices', async () => {
    await using api = await startService(database);
    const term = await insertTerm(api, { name: 'Net 15', days: 15 });
    const open = await insertTerm(api, { name: 'As agreed', days: null });
    const customer = await insertCustomer(api);
    const shipment = await insertShipment(api, { customer_id: customer.id });
    const order = await insertOrder(api, { shipment_id: shipment.id, customer_id: customer.id });
    const carrier = await insertLoadCarrier(api);
    const bill = await insertBill(api, { invoice_date: '2026-11-10', due_date: '2026-12-31' });
    const invoice = await insertInvoice(api, { invoice_date: '2026-11-10', due_date: '2026-12-31' });
    const dated = { invoiceDate: '2026-11-10', amount: 100 };
    const ways = {
      'bills.create': ['POST', '/v1/bills', { entityType: 'CARRIER', entityId: carrier.id, ...dated }],
      'bills.update': ['PATCH', `/v1/bills/${bill.id}`, {}],
      'invoices.create': ['POST', '/v1/invoices', { orderId: order.id, ...dated }],
      'invoices.update': ['PATCH', `/v1/invoices/${invoice.id}`, {}],
    } as const;
    const send = ([method, path, body]: (typeof ways)[keyof typeof ways], stated: object) =>
      api.request(method, path, { ...body, ...stated });

    for (const [name, way] of Object.entries(ways)) {
      const refused = await send(way, { paymentTermId: term.id, dueDate: '2026-11-24' });
      expect([name, ...summarize(refused)]).toEqual([name, 422, 'dueDate', 'paymentTermId']);
      expect(refused.body.error.message).toContain('Net 15 makes 2026-11-10 due on 2026-11-25, not 2026-11-24');
    }
    const moved = await send(ways['bills.update'], {
      invoiceDate: '2026-11-11',
      paymentTermId: term.id,
      dueDate: '2026-11-25',
    });
    expect(summarize(moved)).toEqual([422, 'dueDate', 'paymentTermId']);
    for (const [name, way] of Object.entries(ways)) {
      const agreed = await send(way, { paymentTermId: term.id, dueDate: '2026-11-25' });
      expect([name, agreed.status, agreed.body.dueDate]).toEqual([name, way[0] === 'POST' ? 201 : 200, '2026-11-25']);
    }
    const alone = await send(ways['bills.update'], { dueDate: '2026-12-20' });
    const free = await send(ways['invoices.update'], { paymentTermId: open.id, dueDate: '2026-12-20' });
    expect([alone.status, free.status, free.body.dueDate]).toEqual([200, 200, '2026-12-20']);
    const both = catalogue().filter(
      ({ name }) => listWritesWith('dueDate').includes(name) && listWritesWith('paymentTermId').includes(name),
    );
    expect(both.map(({ name }) => name).sort()).toEqual(Object.keys(ways).sort());
  });
});

onOneDatabase('an invoice over another amount than the charges of its order', (database) => {
  test('is stored as it is stated', async () => {
    await using api = await startService(database);
    const { shipment } = await createShipment(api);
    const [order] = shipment.orders;

    const stated = { orderId: order.id, invoiceDate: '2026-11-20', amount: 1234.56 };
    const { status, body } = await api.request('POST', '/v1/invoices', stated);

    expect([status, body.amount, order.totalRevenue]).toEqual([201, 1234.56, 2000]);
  });
});

const collections = catalogue().filter(({ operation }) => operation.filter !== undefined);

onBothDatabases('a filter', (database) => {
  test('of every collection is refused where it asks for one of none, or for the opposite of nothing', async () => {
    await using api = await startService(database);
    const empty = [
      [{ or: [] }, 'filter.or'],
      [{ and: [{ or: [] }] }, 'filter.and.0.or'],
      [{ not: {} }, 'filter.not'],
      [{ not: { and: [] } }, 'filter.not'],
      [{ not: { and: [{}, { id: {} }] } }, 'filter.not'],
      [{ or: [{ not: { not: {} } }] }, 'filter.or.0.not.not'],
    ] as const;

    for (const { name, path } of collections)
      for (const [filter, field] of empty)
        expect([name, ...summarize(await api.request('POST', `/v1${path}`, { filter }))]).toEqual([name, 400, field]);
  });

  test('of nothing at all, or of all of nothing, finds everything', async () => {
    await using api = await startService(database);
    await insertTerm(api, { name: 'Net 15' });
    const count = async (filter: object) =>
      (await api.request('POST', '/v1/payment-terms/filter', { filter })).body.data.length;

    expect(await Promise.all([{}, { and: [] }, { and: [{}] }, { not: { name: { equalTo: 'x' } } }].map(count))).toEqual(
      [1, 1, 1, 1],
    );
  });
});
