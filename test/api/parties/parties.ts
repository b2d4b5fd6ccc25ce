import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { FilterFields } from '../../../src/contract/kit/filter-fields.ts';
import { operatorsByKind } from '../../../src/contract/kit/filter.ts';
import { criterionSchemas } from '../../../src/contract/kit/criteria.ts';
import type { CriterionKind, SearchFields } from '../../../src/contract/kit/search-fields.ts';
import { buildBlankRow } from '../../../src/service/shared/blank-row.ts';
import type { Row } from '../../../src/store/schema.ts';
import type { ApiAnswer, ApiCaller, TestService } from '../../support/service/service.ts';

/** Ways to set up parties that several tests share. */
export const address = {
  line1: '1 Main St',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60601',
  country: 'US',
  market: 'IL_CHI',
};

export async function createCarrier(api: ApiCaller, input: object = {}): Promise<ApiAnswer['body']> {
  return requireCreated(await api.request('POST', '/v1/carriers', { name: 'Swift Haul', type: 'TRUCKLOAD', ...input }));
}

export async function createCustomer(api: ApiCaller, input: object = {}): Promise<ApiAnswer['body']> {
  return requireCreated(await api.request('POST', '/v1/customers', { name: 'Acme Foods', status: 'ACTIVE', ...input }));
}

export async function createVendor(api: ApiCaller, input: object = {}): Promise<ApiAnswer['body']> {
  return requireCreated(await api.request('POST', '/v1/vendors', { name: 'Border Customs', ...input }));
}

function requireCreated({ status, body }: ApiAnswer): ApiAnswer['body'] {
  if (status !== 201) throw new Error(`not created: ${JSON.stringify(body)}`);
  return body;
}

type PartyChildTable =
  | 'carrier_contact'
  | 'carrier_factor'
  | 'carrier_payment_method'
  | 'customer_contact'
  | 'user_account'
  | 'location_contact'
  | 'vendor_contact'
  | 'vendor_payment_method'
  | 'bill'
  | 'invoice'
  | 'shipment'
  | 'payment'
  | 'payment_application'
  | 'registry_carrier';

let made = 0;

/** Writes a row of a table that the API under test only reads, and returns its id. */
export async function insertPartyRow<Table extends PartyChildTable>(
  api: TestService,
  table: Table,
  columns: Partial<Row<Table>>,
): Promise<string> {
  made += 1;
  const id = `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`;
  const scoped = table === 'registry_carrier' ? {} : { organization_id: api.organizationId, created_at: api.clock.now };
  const row: Record<string, unknown> = { ...buildBlankRow(table), ...scoped, id, ...columns };
  const names = sql.join(Object.keys(row).map((name): RawBuilder<unknown> => sql.ref(name)));
  const values = sql.join(Object.values(row));
  await api.database.transaction((tx) =>
    sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(tx),
  );
  return id;
}

/** A bill that is approved to pay and of which something is still owed. */
export function openBill(friendlyId: string, cents: number): Partial<Row<'bill'>> {
  return {
    friendly_id: friendlyId,
    entity_type: 'CARRIER',
    status: 'APPROVED_TO_PAY',
    amount_cents: cents,
    paid_cents: 0,
    owed_cents: cents,
    currency: 'USD',
    invoice_date: '2026-10-01',
    due_date: '2026-10-31',
  };
}

const operands: Readonly<Record<string, unknown>> = {
  uuid: '00000000-0000-7000-8000-000000000000',
  key: 'x',
  string: 'x',
  int: 1,
  float: 1.5,
  bool: true,
  datetime: '2026-01-01',
  date: '2026-01-01',
};

/** Tries every declared field with every operator of its kind, and lists those that were not accepted. */
export async function listRefusedFilters(api: ApiCaller, path: string, fields: FilterFields): Promise<string[]> {
  const refused: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'flag') continue;
    const value = 'values' in field ? field.values[0] : operands[field.kind];
    const lists = ['in', 'notIn', 'containsAll', 'containsAny'];
    const operators = operatorsByKind[field.kind].map((operator) => [
      operator,
      operator === 'isNull' ? false : lists.includes(operator) ? [value] : value,
    ]);
    const { status, body } = await api.request('POST', path, { filter: { [name]: Object.fromEntries(operators) } });
    if (status !== 200 || body.errors) refused.push(`${name}: ${JSON.stringify(body)}`);
  }
  return refused;
}

const criterionOperands: Readonly<Record<CriterionKind, object>> = {
  uuid: { values: [operands['uuid']] },
  key: { values: ['x'] },
  text: { values: ['x'] },
  int: { value: 1, min: 0, max: 2 },
  float: { value: 1.5, min: 0, max: 2 },
  datetime: { value: '2026-01-01', min: '2025-01-01', maxRelative: -1, maxRelativeUnit: 'WEEK' },
  date: { value: '2026-01-01', min: '2025-01-01', maxRelative: 1, maxRelativeUnit: 'MONTH' },
  bool: {},
};

/**
 * Tries every declared criterion with every operator of its kind, sorted by it, and lists those that were not accepted.
 */
export async function listRefusedCriteria(api: ApiCaller, path: string, fields: SearchFields): Promise<string[]> {
  const refused: string[] = [];
  for (const [name, kind] of Object.entries(fields)) {
    for (const operator of criterionSchemas[kind].shape.operator.options) {
      const criteria = { [name]: { operator, ...criterionOperands[kind] } };
      const { status, body } = await api.request('POST', path, { criteria, sort: [{ field: name, order: 'desc' }] });
      if (status !== 200) refused.push(`${name} ${operator}: ${JSON.stringify(body)}`);
    }
  }
  return refused;
}

/** An invoice that is due, without anything paid. */
export function openInvoice(friendlyId: string, cents: number): Partial<Row<'invoice'>> {
  return {
    friendly_id: friendlyId,
    order_id: '00000000-0000-7000-8000-000000000000',
    status: 'AWAITING_PAYMENT',
    invoice_date: '2026-10-01',
    due_date: '2026-10-31',
    amount_cents: cents,
    paid_cents: 0,
    credited_cents: 0,
    owed_cents: cents,
    currency: 'USD',
  };
}
