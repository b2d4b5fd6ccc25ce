import { stripSeparators, type SearchKind, type SearchSource } from '../0008-search/sources.ts';

const listRecordColumns = (...columns: readonly string[]) => columns.map((column) => `r.${column}`);

/** Lists parts of the address that the row shows: the corporate address, or else the billing address. */
const listAddressParts = (...parts: readonly string[]) =>
  parts.map((part) => `coalesce(json(r.corporate_address, ${part}), json(r.billing_address, ${part}), '')`);

/** Builds SQL that joins the values of a column of related rows, which are named `k`. */
const joinValues = (column: string, rows: string) => `(select string_agg(${column}, ' ' order by k.id) from ${rows})`;

const selectLiveChildren = (table: string, parent: string) =>
  `${table} as k where k.organization_id = r.organization_id and k.${parent} = r.id and k.deleted_at is null`;

const listContactFields = (rows: string, phone: string, ...otherColumns: readonly string[]) =>
  [...otherColumns.map((column) => `k.${column}`), `k.${phone}`, stripSeparators(`k.${phone}`)].map((column) =>
    joinValues(column, rows),
  );

const term =
  '(select t.name from payment_term as t where t.organization_id = r.organization_id and t.id = r.payment_term_id)';

const factors = joinValues(
  'f.company_name',
  `carrier_payment_method as k join carrier_factor as f on f.organization_id = k.organization_id
    and f.id = k.carrier_factor_id
    where k.organization_id = r.organization_id and k.carrier_id = r.id and k.deleted_at is null`,
);

/** The phone numbers of a location are those of the customer's contacts that it names. */
const atLocation = `location_contact as k join customer_contact as p on p.organization_id = k.organization_id
  and p.id = k.customer_contact_id
  where k.organization_id = r.organization_id and k.location_id = r.id and k.deleted_at is null`;

const teams = `(select string_agg(t.name, ' ' order by t.id) from team_member as m
  join team as t on t.organization_id = m.organization_id and t.id = m.team_id
  where m.organization_id = r.organization_id and m.user_id = r.id and t.deleted_at is null)`;

/**
 * Fields that the index holds for each kind of record: every text that its row shows, and the other names that people
 * use for it.
 */
export const textSources: readonly SearchSource[] = [
  {
    kind: 'carrier',
    table: 'carrier',
    organization: 'organization_id',
    fields: [
      ...listRecordColumns('name', 'dba_name', 'friendly_id', 'key', 'mc_number'),
      stripSeparators('r.mc_number'),
      ...listRecordColumns('dot_number', 'ein_number'),
      stripSeparators('r.ein_number'),
      ...listRecordColumns('rating', 'scac', 'email', 'phone'),
      stripSeparators('r.phone'),
      ...listAddressParts('city', 'market'),
      ...listContactFields(selectLiveChildren('carrier_contact', 'carrier_id'), 'phone_number', 'name', 'email'),
      term,
      factors,
    ],
  },
  {
    kind: 'registry_carrier',
    table: 'registry_carrier',
    organization: null,
    fields: [
      'r.name',
      'r.mc_number',
      stripSeparators('r.mc_number'),
      ...listRecordColumns('dot_number', 'city', 'state', 'rating'),
    ],
  },
  {
    kind: 'customer',
    table: 'customer',
    organization: 'organization_id',
    fields: [
      ...listRecordColumns('name', 'dba_name', 'friendly_id', 'key', 'external_id', 'qbo_customer_id', 'phone_number'),
      stripSeparators('r.phone_number'),
      ...listRecordColumns('service_tier', 'number_of_employees', 'industry', 'naics'),
      ...listAddressParts('city', 'state', 'zipCode', 'country'),
      ...listContactFields(selectLiveChildren('customer_contact', 'customer_id'), 'phone_number', 'name', 'email'),
      term,
    ],
  },
  {
    kind: 'vendor',
    table: 'vendor',
    organization: 'organization_id',
    fields: [
      ...listRecordColumns('name', 'friendly_id', 'key', 'tax_id'),
      stripSeparators('r.tax_id'),
      ...listRecordColumns('email', 'phone'),
      stripSeparators('r.phone'),
      ...listAddressParts('city', 'state', 'zipCode', 'country'),
      ...listContactFields(selectLiveChildren('vendor_contact', 'vendor_id'), 'phone', 'email'),
      term,
    ],
  },
  {
    kind: 'user',
    table: 'user_account',
    organization: 'organization_id',
    fields: ['r.name', 'r.email', 'r.key', 'r.phone', stripSeparators('r.phone'), teams],
  },
  {
    kind: 'location',
    table: 'location',
    organization: 'organization_id',
    join: 'join customer as c on c.id = r.customer_id',
    fields: [
      ...listRecordColumns('name', 'key', 'city', 'state', 'postal_code'),
      'c.name',
      'c.friendly_id',
      ...['line1', 'line2', 'country', 'market'].map((part) => `coalesce(json(r.address, ${part}), '')`),
      joinValues('p.phone_number', atLocation),
      joinValues(stripSeparators('p.phone_number'), atLocation),
    ],
  },
];

/** A table whose rows are part of what the index holds of other records. */
export interface RelatedTable {
  readonly table: string;
  /** A change of another column leaves the index alone. */
  readonly columns: readonly string[];
  /**
   * True if added and deleted rows change those records too. It is false for factors and terms: no record refers to a
   * new one.
   */
  readonly comesAndGoes: boolean;
  /** Records of each kind that hold the row, as a list of ids or a query for them. */
  readonly holders: readonly { readonly kind: SearchKind; readonly ids: (row: 'new' | 'old') => string }[];
}

const toParentHolder = (kind: SearchKind, parent: string) => ({ kind, ids: (row: string) => `${row}.${parent}` });

const toTermHolder = (kind: SearchKind) => ({
  kind,
  ids: (row: string) =>
    `select p.id from ${kind} as p where p.organization_id = ${row}.organization_id and p.payment_term_id = ${row}.id`,
});

/** Tables whose rows change the words of other records. */
export const relatedTables: readonly RelatedTable[] = [
  {
    table: 'carrier_contact',
    columns: ['carrier_id', 'name', 'email', 'phone_number', 'deleted_at'],
    comesAndGoes: true,
    holders: [toParentHolder('carrier', 'carrier_id')],
  },
  {
    table: 'carrier_payment_method',
    columns: ['carrier_id', 'carrier_factor_id', 'deleted_at'],
    comesAndGoes: true,
    holders: [toParentHolder('carrier', 'carrier_id')],
  },
  {
    table: 'carrier_factor',
    columns: ['company_name'],
    comesAndGoes: false,
    holders: [
      {
        kind: 'carrier',
        ids: (row) => `select m.carrier_id from carrier_payment_method as m
          where m.organization_id = ${row}.organization_id and m.carrier_factor_id = ${row}.id`,
      },
    ],
  },
  {
    table: 'customer_contact',
    columns: ['customer_id', 'name', 'email', 'phone_number', 'deleted_at'],
    comesAndGoes: true,
    holders: [
      toParentHolder('customer', 'customer_id'),
      {
        kind: 'location',
        ids: (row) => `select l.location_id from location_contact as l
          where l.organization_id = ${row}.organization_id and l.customer_contact_id = ${row}.id`,
      },
    ],
  },
  {
    table: 'location_contact',
    columns: ['location_id', 'customer_contact_id', 'deleted_at'],
    comesAndGoes: true,
    holders: [toParentHolder('location', 'location_id')],
  },
  {
    table: 'vendor_contact',
    columns: ['vendor_id', 'email', 'phone', 'deleted_at'],
    comesAndGoes: true,
    holders: [toParentHolder('vendor', 'vendor_id')],
  },
  {
    table: 'payment_term',
    columns: ['name'],
    comesAndGoes: false,
    holders: [toTermHolder('carrier'), toTermHolder('customer'), toTermHolder('vendor')],
  },
  {
    table: 'team',
    columns: ['name', 'deleted_at'],
    comesAndGoes: false,
    holders: [
      {
        kind: 'user',
        ids: (row) => `select m.user_id from team_member as m
          where m.organization_id = ${row}.organization_id and m.team_id = ${row}.id`,
      },
    ],
  },
  {
    table: 'team_member',
    columns: ['user_id', 'team_id'],
    comesAndGoes: true,
    holders: [toParentHolder('user', 'user_id')],
  },
];
