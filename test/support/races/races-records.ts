import type { Row } from '../../../src/store/schema.ts';
import { given, givenCarrier, givenCustomer } from '../records/fixtures.ts';
import type { Race } from './race.ts';
import { patch, post, race, remove } from './race-moves.ts';
import type { ApiAnswer, TestService } from '../service/service.ts';
import { plainShipment } from '../records/shipments.ts';

const customer = (home: TestService) => givenCustomer(home);
const onCustomer = ({ id }: Row<'customer'>) => `/v1/customers/${id}`;
const term = (more: object) => post('/v1/payment-terms', { name: 'Net 15', days: 15, ...more });
const once = { 'idempotency-key': 'the-same-key' };

/** A carrier and its two payment methods. */
async function withMethods(home: TestService) {
  const { id: carrierId } = await givenCarrier(home);
  const method = () =>
    given(home, 'carrier_payment_method', {
      carrier_id: carrierId,
      payment_recipient_type: 'DIRECT',
      payment_method_type: 'ACH',
      status: 'ACTIVE',
    });
  return { one: await method(), other: await method() };
}

/** A factor that nobody uses yet, and a carrier. */
async function withFactor(home: TestService) {
  const factor = await given(home, 'carrier_factor', { company_name: 'Apex Factoring' });
  return { factor, carrier: await givenCarrier(home) };
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

async function announced(home: TestService): Promise<ApiAnswer['body']> {
  return (await home.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'a.pdf' })).body;
}

const preferred = ({ id }: { readonly id: string }) =>
  patch(`/v1/carrier-payment-methods/${id}`, { isPreferred: true });

/** What may happen to the same record at the same moment. */
export const recordRaces: readonly Race[] = [
  race('one request sent twice under one key', customer, () => [
    { ...term({}), headers: once },
    { ...term({}), headers: once },
  ]),
  race('two requests under one key', customer, () => [
    { ...term({}), headers: once },
    { ...term({ days: 30 }), headers: once },
  ]),
  race('two records with one client key', customer, () => [term({ key: 'net' }), term({ key: 'net', days: 30 })]),
  race('two deletions of a customer', customer, (row) => [remove(onCustomer(row)), remove(onCustomer(row))]),
  race('a deletion and a change of a customer', customer, (row) => [
    remove(onCustomer(row)),
    patch(onCustomer(row), { name: 'Acme Foods Inc.' }),
  ]),
  race('two changes of a customer', customer, (row) => [
    patch(onCustomer(row), { name: 'Acme Foods Inc.' }),
    patch(onCustomer(row), { notes: 'Calls first.' }),
  ]),
  race('two payment methods that become preferred', withMethods, ({ one, other }) => [
    preferred(one),
    preferred(other),
  ]),
  race('a deleted factor and a payment method of it', withFactor, ({ factor, carrier }) => [
    remove(`/v1/carrier-factors/${factor.id}`),
    post('/v1/carrier-payment-methods', {
      carrierId: carrier.id,
      paymentRecipientType: 'FACTOR',
      carrierFactorId: factor.id,
      paymentMethodType: 'ACH',
    }),
  ]),
  race('two lists of members', withTeam, ({ id }) => [
    patch(`/v1/teams/${id}`, { users: [{ key: 'ana' }] }),
    patch(`/v1/teams/${id}`, { users: [{ key: 'ana' }, { key: 'bo' }] }),
  ]),
  race('two deletions of a document', announced, ({ id }) => [
    remove(`/v1/documents/${id}`),
    remove(`/v1/documents/${id}`),
  ]),
  race(
    'two stops inserted at one place',
    (home) => plainShipment(home),
    ({ orders: [{ id: orderId }] }) => [
      post('/v1/stops', { orderId, stop: { type: 'PICK', sequence: 2, postalCode: '62701' } }),
      post('/v1/stops', { orderId, stop: { type: 'DROP', sequence: 2, postalCode: '63101' } }),
    ],
  ),
  race(
    'two lists of charges of one order',
    (home) => plainShipment(home),
    ({ orders: [{ id }] }) => [
      patch(`/v1/orders/${id}`, { charges: [{ chargeCodeId: 1, amount: 1750 }] }),
      patch(`/v1/orders/${id}`, { charges: [{ chargeCodeId: 1, amount: 1850 }] }),
    ],
  ),
];
