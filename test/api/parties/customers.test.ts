import { expect, test } from 'vitest';
import { customerCriteria } from '../../../src/contract/parties/customer-search.ts';
import { customers } from '../../../src/contract/parties/customers.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { type ApiCaller, startService } from '../../support/service/service.ts';
import {
  address,
  createCustomer,
  insertPartyRow,
  openInvoice,
  listRefusedCriteria,
  listRefusedFilters,
} from './parties.ts';

const searchNames = async (api: ApiCaller, request: object): Promise<string[]> =>
  (await api.request('POST', '/v1/customers/search', request)).body.data.map(({ name }: { name: string }) => name);

onOneDatabase('customers', (database) => {
  test('a new customer has a number and shows what was sent', async () => {
    await using api = await startService(database);
    await api.request('POST', '/v1/payment-terms', { name: 'Net 45', days: 45, key: 'net45' });
    const team = await api.request('POST', '/v1/teams', { name: 'Food desk', key: 'food' });

    const customer = await createCustomer(api, {
      key: 'acme',
      status: 'QUALIFIED',
      serviceTier: 'TIER_1',
      creditLimit: 50_000.25,
      defaultMargin: 0.15,
      autoAcceptTender: false,
      paymentTerm: { key: 'net45' },
      groupId: team.body.id.toUpperCase(),
      billingAddress: address,
    });

    expect(customer).toMatchObject({
      object: 'CUSTOMER',
      friendlyId: 'A100001',
      status: 'QUALIFIED',
      serviceTier: 'TIER_1',
      creditLimit: 50_000.25,
      creditUsageWarning: null,
      defaultMargin: 0.15,
      autoAcceptTender: false,
      paymentTerm: { name: 'Net 45', days: 45 },
      group: { id: team.body.id, key: 'food', name: 'Food desk' },
      billingAddress: address,
      closedAt: null,
      contacts: [],
    });
    expect((await api.request('GET', '/v1/customers/acme')).body).toEqual(customer);
    const unknown = await api.request('POST', '/v1/customers', {
      name: 'B',
      status: 'NEW',
      paymentTerm: { key: 'no' },
    });
    expect(unknown).toMatchObject({ status: 422, body: { error: { details: [{ field: 'paymentTerm' }] } } });
  });

  test('the group of a customer is a team of the organization, and null takes it away', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const foreign = await stranger.request('POST', '/v1/teams', { name: 'Theirs' });
    const team = await api.request('POST', '/v1/teams', { name: 'Ours' });
    const { id } = await createCustomer(api);
    const put = (groupId: unknown) => api.request('PATCH', `/v1/customers/${id}`, { groupId });

    expect(await put(foreign.body.id)).toMatchObject({
      status: 422,
      body: { error: { details: [{ field: 'groupId' }] } },
    });
    expect((await put(team.body.id)).body.group).toMatchObject({ id: team.body.id, name: 'Ours' });
    expect((await put(null)).body.group).toBeNull();
  });

  test('a closed customer keeps the moment of closing and can never be opened again', async () => {
    await using api = await startService(database);
    const { id } = await createCustomer(api);

    const closed = await api.request('PATCH', `/v1/customers/${id}`, { status: 'CLOSED' });
    const reopened = await api.request('PATCH', `/v1/customers/${id}`, { status: 'ACTIVE' });
    const noted = await api.request('PATCH', `/v1/customers/${id}`, { status: 'CLOSED', notes: 'went under' });

    expect(closed.body).toMatchObject({ status: 'CLOSED', closedAt: '2026-11-20T15:00:00.000Z', closedBy: null });
    expect(reopened).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(noted.body).toMatchObject({ status: 'CLOSED', notes: 'went under', closedAt: '2026-11-20T15:00:00.000Z' });
  });

  test('an inactive customer has a deactivation date, an active one has none', async () => {
    await using api = await startService(database);
    const { id } = await createCustomer(api);
    const path = `/v1/customers/${id}`;

    const inactive = await api.request('PATCH', path, { status: 'INACTIVE', deactivationReason: 'ACQUIRED' });
    const active = await api.request('PATCH', path, { status: 'ACTIVE' });
    const dated = await api.request('PATCH', path, {
      status: 'INACTIVE',
      deactivationDate: '2026-12-01T00:00:00-05:00',
    });

    expect(inactive.body).toMatchObject({
      deactivationDate: '2026-11-20T15:00:00.000Z',
      deactivationReason: 'ACQUIRED',
    });
    expect(active.body).toMatchObject({ status: 'ACTIVE', deactivationDate: null, deactivationReason: null });
    expect(dated.body.deactivationDate).toBe('2026-12-01T05:00:00.000Z');
  });

  test('a patch merges an address, null clears it', async () => {
    await using api = await startService(database);
    const { id } = await createCustomer(api, { corporateAddress: address });

    const moved = await api.request('PATCH', `/v1/customers/${id}`, {
      corporateAddress: { city: 'Joliet', zipCode: '60431' },
    });
    const cleared = await api.request('PATCH', `/v1/customers/${id}`, { corporateAddress: null, creditLimit: null });

    expect(moved.body.corporateAddress).toMatchObject({ ...address, city: 'Joliet', zipCode: '60431' });
    expect(cleared.body).toMatchObject({ corporateAddress: null, creditLimit: null });
    const incomplete = await api.request('PATCH', `/v1/customers/${id}`, { corporateAddress: { city: 'Joliet' } });
    expect(incomplete.status).toBe(422);
  });

  test('contacts come with the customer', async () => {
    await using api = await startService(database);
    const { id } = await createCustomer(api);
    const user = await insertPartyRow(api, 'user_account', { email: 'jo@desk.test', status: 'ACTIVE', roles: '[]' });
    await insertPartyRow(api, 'customer_contact', {
      customer_id: id,
      name: 'Jo',
      is_primary: 1,
      contact_types: '["BILLING"]',
      invited_user_id: user,
    });

    const { body } = await api.request('GET', `/v1/customers/${id}`);

    expect(body.contacts).toMatchObject([
      {
        name: 'Jo',
        isPrimary: true,
        contactTypes: ['BILLING'],
        notifications: null,
        invitedUser: { email: 'jo@desk.test' },
      },
    ]);
  });

  test('another organization sees nothing, and a key is used once', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await createCustomer(api, { key: 'acme' });

    for (const path of ['', '/outstanding-invoices', '/payments']) {
      expect((await stranger.request('GET', `/v1/customers/${id}${path}`)).status).toBe(404);
    }
    expect((await stranger.request('PATCH', `/v1/customers/${id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.request('DELETE', `/v1/customers/${id}`)).status).toBe(404);
    expect((await stranger.request('POST', '/v1/customers/search')).body.totalResults).toBe(0);
    const twice = await api.request('POST', '/v1/customers', { name: 'Other', status: 'NEW', key: 'acme' });
    expect(twice).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
  });

  test('filters find customers by status, tier, text and closing date', async () => {
    await using api = await startService(database);
    await createCustomer(api, { name: 'Acme', status: 'CLOSED', serviceTier: 'TIER_1' });
    await createCustomer(api, { name: 'Bolt', status: 'NEW' });
    const filterNames = async (filter: object) =>
      (await api.request('POST', '/v1/customers/filter', { filter })).body.data.map(
        ({ name }: { name: string }) => name,
      );

    expect(await listRefusedFilters(api, '/v1/customers/filter', customers.filter.filter)).toEqual([]);
    expect(await filterNames({ status: { notIn: ['CLOSED'] } })).toEqual(['Bolt']);
    expect(await filterNames({ serviceTier: { notEqualTo: 'TIER_1' } })).toEqual(['Bolt']);
    expect(await filterNames({ name: { endsWith: 'ME' } })).toEqual(['Acme']);
    expect(await filterNames({ closedAt: { greaterThan: '2026-11-19' } })).toEqual(['Acme']);
    expect(
      (await api.request('POST', '/v1/customers/filter', { filter: { status: { equalTo: 'PROSPECT' } } })).status,
    ).toBe(400);
  });

  test('open invoices are listed with what was paid on them', async () => {
    await using api = await startService(database);
    const { id } = await createCustomer(api);
    const shipment = await insertPartyRow(api, 'shipment', { ...delivered, customer_id: id });
    const invoice = { ...openInvoice('INV-00001', 100_000), customer_id: id, shipment_id: shipment };
    const partly = await insertPartyRow(api, 'invoice', {
      ...invoice,
      status: 'PARTIALLY_PAID',
      paid_cents: 40_000,
      owed_cents: 60_000,
    });
    const payment = await insertPartyRow(api, 'payment', { ...received, customer_id: id });
    const applied = { payment_id: payment, invoice_id: partly, amount_cents: 40_000, balance_before_cents: 100_000 };
    await insertPartyRow(api, 'payment_application', applied);

    const outstanding = await api.request('GET', `/v1/customers/${id}/outstanding-invoices`);
    const payments = await api.request('GET', `/v1/customers/${id}/payments?pageSize=1`);
    const searched = await api.request('POST', '/v1/customers/search');

    expect(outstanding.body).toMatchObject({
      totalOutstanding: 600,
      invoices: [{ amount: 1000, openBalance: 600, isOverdue: true, payments: [{ id: payment, amount: 400 }] }],
    });
    expect(payments.body).toMatchObject({
      pagination: { hasNextPage: false },
      data: [
        {
          totalAmount: 400,
          customer: { id, status: 'ACTIVE' },
          applications: [{ invoiceFriendlyId: 'INV-00001', invoiceOpenBalance: 1000, amount: 400 }],
          shipmentKeys: ['SHP-1001'],
        },
      ],
    });
    expect(searched.body.data[0]).toMatchObject({ outstandingBalance: 600, ordersCount: 1, totalRevenue: 0 });
  });

  test('the search shows each customer with its place, contact and status as rows name it', async () => {
    await using api = await startService(database);
    const { id } = await createCustomer(api, { status: 'BLOCKED', corporateAddress: address, creditLimit: 1000.5 });
    await createCustomer(api, { name: 'Bolt Tools', status: 'NEW' });
    await insertPartyRow(api, 'customer_contact', { customer_id: id, name: 'First', is_primary: 0 });
    await insertPartyRow(api, 'customer_contact', {
      customer_id: id,
      name: 'Boss',
      is_primary: 1,
      email: 'boss@acme.test',
    });

    const { body } = await api.request('POST', '/v1/customers/search', { query: 'acm chic' });

    expect(body).toMatchObject({
      totalResults: 1,
      data: [
        {
          object: 'CUSTOMER_SEARCH_ROW',
          status: 'SUSPENDED',
          location: 'Chicago, IL',
          zip: '60601',
          country: 'US',
          primaryContactName: 'Boss',
          primaryContactEmail: 'boss@acme.test',
          creditLimit: 1000.5,
          quoteWinRate: null,
        },
      ],
    });
    const pending = { status: { operator: 'EQUALS', values: ['PENDING'] } };
    expect(await searchNames(api, { criteria: pending })).toEqual(['Bolt Tools']);
    expect(await searchNames(api, { criteria: { creditLimit: { operator: 'GREATER_THAN', value: 1000.4 } } })).toEqual([
      'Acme Foods',
    ]);
    expect(
      await searchNames(api, { criteria: { city: { operator: 'STARTS_WITH', values: ['chi'] } }, format: 'full' }),
    ).toEqual(['Acme Foods']);
    expect(await listRefusedCriteria(api, '/v1/customers/search', customerCriteria)).toEqual([]);
  });
});

const delivered = {
  friendly_id: 'SHP-1001',
  status: 'DELIVERED',
  currency: 'USD',
  billing_status: 'INVOICED',
} as const;
const received = { friendly_id: 'PMT-00001', payment_date: '2026-11-10', currency: 'USD', total_cents: 40_000 };
