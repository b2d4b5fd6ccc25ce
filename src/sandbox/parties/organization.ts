import { createHash } from 'node:crypto';
import type { Row } from '../../store/schema.ts';
import type { RowBatch } from '../fill/batch.ts';
import { day, formatInstant } from '../kit/clock.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../kit/credentials.ts';
import { toMailAddress, drawPersonName, buildPhoneNumber } from '../kit/names.ts';
import type { Staff, TermKey, Terms } from './party.ts';
import type { Foundation } from './world.ts';

const organizationName = 'Juniper Freight Brokerage';
const mailHost = 'Juniper Freight';

/** Requests per minute of the Enterprise tier. */
const rateLimitPerMinute = 1200;

export function createOrganizationBatches({ organizationId, foundedAt }: Foundation): RowBatch[] {
  const created_at = formatInstant(foundedAt);
  const organization: Row<'organization'> = {
    id: organizationId,
    name: organizationName,
    currency: 'USD',
    reviews_bills: 1,
    rate_tier: 'ENTERPRISE',
    rate_limit_per_minute: rateLimitPerMinute,
    is_sandbox: 1,
    // Its generator draws days of UTC.
    time_zone: 'UTC',
    created_at,
  };
  const client = {
    id: SANDBOX_CLIENT_ID,
    organization_id: organizationId,
    secret_hash: createHash('sha256').update(SANDBOX_CLIENT_SECRET).digest('hex'),
    name: 'Sandbox',
    scopes: 'read write',
    created_at,
    revoked_at: null,
  };
  return [
    { table: 'organization', rows: [organization] },
    { table: 'api_client', rows: [client] },
    { table: 'letterhead', rows: [{ organization_id: organizationId, ...letterhead }] },
  ];
}

const letterhead = {
  name: organizationName,
  address: JSON.stringify({
    line1: '400 Commerce Street, Suite 1200',
    city: 'Dallas',
    state: 'TX',
    zipCode: '75202',
    country: 'US',
  }),
  phone: '+1 214 555 0100',
  email: 'billing@juniper-freight.example',
  remit_name: null,
  remit_address: JSON.stringify({ line1: 'PO Box 5512', city: 'Dallas', state: 'TX', zipCode: '75265', country: 'US' }),
  payment_instructions: null,
};

const roles = [
  ['CUSTOMER_REP'],
  ['CUSTOMER_REP'],
  ['CUSTOMER_REP'],
  ['CARRIER_REP'],
  ['CARRIER_REP'],
  ['AR_AP'],
  ['COMPLIANCE'],
  ['CUSTOMER_REP', 'CARRIER_REP', 'ADMIN'],
] as const;

/**
 * Creates the staff. A small brokerage has eight people; larger ones have one for every five loads in a day and a half.
 */
export function createStaff(
  foundation: Foundation,
  count: number,
): { readonly staff: Staff; readonly batch: RowBatch } {
  const { rows, foundedAt, newId } = foundation;
  const random = foundation.random.fork('staff');
  const people = Array.from({ length: Math.max(roles.length, count) }, (_, index) => {
    const at = foundedAt + index * 9 * day;
    const name = drawPersonName(random);
    return rows.of('user_account', at, {
      id: newId(at),
      email: toMailAddress(`${name} ${index < roles.length ? '' : index}`, mailHost),
      name,
      phone: buildPhoneNumber(index),
      status: 'ACTIVE',
      roles: JSON.stringify(roles[index % roles.length]),
    });
  });
  const withRole = (role: string) => people.filter((person) => person.roles.includes(role)).map(({ id }) => id);
  const staff = {
    customerReps: withRole('CUSTOMER_REP'),
    carrierReps: withRole('CARRIER_REP'),
    payables: withRole('AR_AP')[0] ?? '',
  };
  return { staff, batch: { table: 'user_account', rows: people } };
}

interface TermEntry {
  readonly key: TermKey;
  readonly name: string;
  readonly days: number;
  readonly quickPayFee?: number;
  readonly apOnly?: boolean;
  readonly doNotUse?: boolean;
}

const termList: readonly TermEntry[] = [
  { key: 'net15', name: 'Net 15', days: 15 },
  { key: 'net21', name: 'Net 21', days: 21, apOnly: true },
  { key: 'net30', name: 'Net 30', days: 30 },
  { key: 'net45', name: 'Net 45', days: 45 },
  { key: 'net60', name: 'Net 60', days: 60 },
  { key: 'quickpay2', name: 'Quick Pay 2 days', days: 2, quickPayFee: 0.025, apOnly: true },
  { key: 'quickpay5', name: 'Quick Pay 5 days', days: 5, quickPayFee: 0.015, apOnly: true },
  { key: 'net90', name: 'Net 90', days: 90, doNotUse: true },
];

export function createTerms({ rows, newId, foundedAt }: Foundation): {
  readonly terms: Terms;
  readonly batch: RowBatch;
} {
  const made = termList.map((term, index) => {
    const at = foundedAt + index * 1000;
    const id = newId(at);
    const { quickPayFee = 0, apOnly = false, doNotUse = false } = term;
    const row = rows.of('payment_term', at, {
      id,
      key: term.key,
      name: term.name,
      description:
        quickPayFee > 0 ? `Paid early at ${quickPayFee * 100} % off` : `Due ${term.days} days after the invoice date`,
      days: term.days,
      quick_pay_fee: quickPayFee > 0 ? quickPayFee : null,
      ap_only: Number(apOnly),
      do_not_use: Number(doNotUse),
    });
    return { row, entry: [term.key, { id, days: term.days, quickPayFee }] as const };
  });
  // One entry per key of the list.
  const terms = Object.fromEntries(made.map(({ entry }) => entry)) as Terms;
  return { terms, batch: { table: 'payment_term', rows: made.map(({ row }) => row) } };
}
