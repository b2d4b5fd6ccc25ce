import type { Row } from '../../../src/store/schema.ts';
import { insertRow, insertCarrier, insertCustomer } from '../records/fixtures.ts';
import type { Race } from './race.ts';
import { patch, post, defineRace, remove } from './race-moves.ts';
import type { ApiAnswer, TestService } from '../service/service.ts';
import { createPlainShipment } from '../records/shipments.ts';

const prepareCustomer = (home: TestService) => insertCustomer(home);
const formatCustomerPath = ({ id }: Row<'customer'>) => `/v1/customers/${id}`;
const createTerm = (more: object) => post('/v1/payment-terms', { name: 'Net 15', days: 15, ...more });
const once = { 'idempotency-key': 'the-same-key' };

/** A carrier and its two payment methods. */
async function withMethods(home: TestService) {
  const { id: carrierId } = await insertCarrier(home);
  const insertMethod = () =>
    insertRow(home, 'carrier_payment_method', {
      carrier_id: carrierId,
      payment_recipient_type: 'DIRECT',
      payment_method_type: 'ACH',
      status: 'ACTIVE',
    });
  return { one: await insertMethod(), other: await insertMethod() };
}

/** A factor that nobody uses yet, and a carrier. */
async function withFactor(home: TestService) {
  const factor = await insertRow(home, 'carrier_factor', { company_name: 'Apex Factoring' });
  return { factor, carrier: await insertCarrier(home) };
}

async function withTeam(home: TestService): Promise<ApiAnswer['body']> {
  for (const key of ['ana', 'bo'])
    await home.request('POST', '/v1/users', {
      email: `${key}@brokerage.test`,
      name: key,
      key,
      status: 'ACTIVE',
      roles: ['CUSTOMER_REP'],
    });
  return (await home.request('POST', '/v1/teams', { name: 'West', users: [] })).body;
}

async function announceDocument(home: TestService): Promise<ApiAnswer['body']> {
  return (await home.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'a.pdf' })).body;
}

const markPreferred = ({ id }: { readonly id: string }) =>
  patch(`/v1/carrier-payment-methods/${id}`, { isPreferred: true });

/** Pairs of requests that may reach the same record at the same moment. */
export const recordRaces: readonly Race[] = [
  defineRace('one request sent twice under one key', prepareCustomer, () => [
    { ...createTerm({}), headers: once },
    { ...createTerm({}), headers: once },
  ]),
  defineRace('two requests under one key', prepareCustomer, () => [
    { ...createTerm({}), headers: once },
    { ...createTerm({ days: 30 }), headers: once },
  ]),
  defineRace('two records with one client key', prepareCustomer, () => [
    createTerm({ key: 'net' }),
    createTerm({ key: 'net', days: 30 }),
  ]),
  defineRace('two deletions of a customer', prepareCustomer, (row) => [
    remove(formatCustomerPath(row)),
    remove(formatCustomerPath(row)),
  ]),
  defineRace('a deletion and a change of a customer', prepareCustomer, (row) => [
    remove(formatCustomerPath(row)),
    patch(formatCustomerPath(row), { name: 'Acme Foods Inc.' }),
  ]),
  defineRace('two changes of a customer', prepareCustomer, (row) => [
    patch(formatCustomerPath(row), { name: 'Acme Foods Inc.' }),
    patch(formatCustomerPath(row), { notes: 'Calls first.' }),
  ]),
  defineRace('two payment methods that become preferred', withMethods, ({ one: method, other }) => [
    markPreferred(method),
    markPreferred(other),
  ]),
  defineRace('a deleted factor and a payment method of it', withFactor, ({ factor, carrier }) => [
    remove(`/v1/carrier-factors/${factor.id}`),
    post('/v1/carrier-payment-methods', {
      carrierId: carrier.id,
      paymentRecipientType: 'FACTOR',
      carrierFactorId: factor.id,
      paymentMethodType: 'ACH',
    }),
  ]),
  defineRace('two lists of members', withTeam, ({ id }) => [
    patch(`/v1/teams/${id}`, { users: [{ key: 'ana' }] }),
    patch(`/v1/teams/${id}`, { users: [{ key: 'ana' }, { key: 'bo' }] }),
  ]),
  defineRace('two deletions of a document', announceDocument, ({ id }) => [
    remove(`/v1/documents/${id}`),
    remove(`/v1/documents/${id}`),
  ]),
  defineRace(
    'two stops inserted at one place',
    (home) => createPlainShipment(home),
    ({ orders: [{ id: orderId }] }) => [
      post('/v1/stops', { orderId, stop: { type: 'PICK', sequence: 2, postalCode: '62701' } }),
      post('/v1/stops', { orderId, stop: { type: 'DROP', sequence: 2, postalCode: '63101' } }),
    ],
  ),
  defineRace(
    'two lists of charges of one order',
    (home) => createPlainShipment(home),
    ({ orders: [{ id }] }) => [
      patch(`/v1/orders/${id}`, { charges: [{ chargeCodeId: 1, amount: 1750 }] }),
      patch(`/v1/orders/${id}`, { charges: [{ chargeCodeId: 1, amount: 1850 }] }),
    ],
  ),
];
