import { digits, type SearchKind, type SearchSource } from '../0008-search/sources.ts';

const own = (...columns: readonly string[]) => columns.map((column) => `r.${column}`);

/** Of the address that the row shows: the corporate one, else the one for bills. */
const ofAddress = (...parts: readonly string[]) =>
  parts.map((part) => `coalesce(json(r.corporate_address, ${part}), json(r.billing_address, ${part}), '')`);

/** All values of a column of related rows; `k` names them. */
const each = (column: string, rows: string) => `(select string_agg(${column}, ' ' order by k.id) from ${rows})`;

const liveChildren = (table: string, parent: string) =>
  `${table} as k where k.organization_id = r.organization_id and k.${parent} = r.id and k.deleted_at is null`;

const contacts = (rows: string, phone: string, ...others: readonly string[]) =>
  [...others.map((column) => `k.${column}`), `k.${phone}`, digits(`k.${phone}`)].map((column) => each(column, rows));

const term =
  '(select t.name from payment_term as t where t.organization_id = r.organization_id and t.id = r.payment_term_id)';

const factors = each(
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

/** What the index holds of each kind of record: every text that its row shows, and what else people call it by. */
export const textSources: readonly SearchSource[] = [
  {
    kind: 'carrier',
    table: 'carrier',
    organization: 'organization_id',
    fields: [
      ...own('name', 'dba_name', 'friendly_id', 'key', 'mc_number'),
      digits('r.mc_number'),
      ...own('dot_number', 'ein_number'),
      digits('r.ein_number'),
      ...own('rating', 'scac', 'email', 'phone'),
      digits('r.phone'),
      ...ofAddress('city', 'market'),
      ...contacts(liveChildren('carrier_contact', 'carrier_id'), 'phone_number', 'name', 'email'),
      term,
      factors,
    ],
  },
  {
    kind: 'registry_carrier',
    table: 'registry_carrier',
    organization: null,
    fields: ['r.name', 'r.mc_number', digits('r.mc_number'), ...own('dot_number', 'city', 'state', 'rating')],
  },
  {
    kind: 'customer',
    table: 'customer',
    organization: 'organization_id',
    fields: [
      ...own('name', 'dba_name', 'friendly_id', 'key', 'external_id', 'qbo_customer_id', 'phone_number'),
      digits('r.phone_number'),
      ...own('service_tier', 'number_of_employees', 'industry', 'naics'),
      ...ofAddress('city', 'state', 'zipCode', 'country'),
      ...contacts(liveChildren('customer_contact', 'customer_id'), 'phone_number', 'name', 'email'),
      term,
    ],
  },
  {
    kind: 'vendor',
    table: 'vendor',
    organization: 'organization_id',
    fields: [
      ...own('name', 'friendly_id', 'key', 'tax_id'),
      digits('r.tax_id'),
      ...own('email', 'phone'),
      digits('r.phone'),
      ...ofAddress('city', 'state', 'zipCode', 'country'),
      ...contacts(liveChildren('vendor_contact', 'vendor_id'), 'phone', 'email'),
      term,
    ],
  },
  {
    kind: 'user',
    table: 'user_account',
    organization: 'organization_id',
    fields: ['r.name', 'r.email', 'r.key', 'r.phone', digits('r.phone'), teams],
  },
  {
    kind: 'location',
    table: 'location',
    organization: 'organization_id',
    join: 'join customer as c on c.id = r.customer_id',
    fields: [
      ...own('name', 'key', 'city', 'state', 'postal_code'),
      'c.name',
      'c.friendly_id',
      ...['line1', 'line2', 'country', 'market'].map((part) => `coalesce(json(r.address, ${part}), '')`),
      each('p.phone_number', atLocation),
      each(digits('p.phone_number'), atLocation),
    ],
  },
];

/** A table whose rows are part of what the index holds of other records. */
export interface RelatedTable {
  readonly table: string;
  /** A change of another column leaves the index alone. */
  readonly columns: readonly string[];
  /** Whether rows that come and go change those records, too: nothing refers to a factor or a term that is new. */
  readonly comesAndGoes: boolean;
  /** Which records of a kind hold the row, as a list of ids or a query for them. */
  readonly holders: readonly { readonly kind: SearchKind; readonly ids: (row: 'new' | 'old') => string }[];
}

const child = (kind: SearchKind, parent: string) => ({ kind, ids: (row: string) => `${row}.${parent}` });

const withTerm = (kind: SearchKind) => ({
  kind,
  ids: (row: string) =>
    `select p.id from ${kind} as p where p.organization_id = ${row}.organization_id and p.payment_term_id = ${row}.id`,
});

/** What changes the words of records besides the records themselves. */
export const relatedTables: readonly RelatedTable[] = [
  {
    table: 'carrier_contact',
    columns: ['carrier_id', 'name', 'email', 'phone_number', 'deleted_at'],
    comesAndGoes: true,
    holders: [child('carrier', 'carrier_id')],
  },
  {
    table: 'carrier_payment_method',
    columns: ['carrier_id', 'carrier_factor_id', 'deleted_at'],
    comesAndGoes: true,
    holders: [child('carrier', 'carrier_id')],
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
      child('customer', 'customer_id'),
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
    holders: [child('location', 'location_id')],
  },
  {
    table: 'vendor_contact',
    columns: ['vendor_id', 'email', 'phone', 'deleted_at'],
    comesAndGoes: true,
    holders: [child('vendor', 'vendor_id')],
  },
  {
    table: 'payment_term',
    columns: ['name'],
    comesAndGoes: false,
    holders: [withTerm('carrier'), withTerm('customer'), withTerm('vendor')],
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
    holders: [child('user', 'user_id')],
  },
];
