/** The kinds of records that can be looked up. */
export type SearchKind = 'carrier' | 'registry_carrier' | 'customer' | 'vendor' | 'user' | 'location';

export interface SearchSource {
  readonly kind: SearchKind;
  readonly table: string;
  /** The name, then the other fields, as SQL over `r` that means the same on both databases. */
  readonly fields: readonly string[];
  readonly join?: string;
  /** Column of the organization's id; null for the registry, whose records belong to no organization. */
  readonly organization: 'organization_id' | null;
}

/** `{name}` of a JSON column; the migration knows how each database reads it. */
export const jsonField = /json\((\w+\.\w+), (\w+)\)/g;

/** Builds SQL for a number without separators between its digits, or null if it has none. */
export function stripSeparators(column: string): string {
  const plain = [' ', '-', '.', '(', ')', '+'].reduce((text, mark) => `replace(${text}, '${mark}', '')`, column);
  return `nullif(${plain}, ${column})`;
}

const city = "coalesce(json(r.corporate_address, city), json(r.billing_address, city), '')";

const listRecordColumns = (...columns: readonly string[]) => columns.map((column) => `r.${column}`);

/** Lists the columns that the fields are made of. A change of any other column leaves the index alone. */
export function listWatchedColumns({ fields, join = '', organization }: SearchSource): string[] {
  const usedColumns = [...fields, join].flatMap((text) =>
    [...text.matchAll(/\br\.(\w+)/g)].map(([, column = '']) => column),
  );
  return [...new Set(organization === null ? usedColumns : [...usedColumns, 'deleted_at'])].filter(
    (column) => column !== 'id',
  );
}

/** Fields that the index holds for each kind of record. */
export const searchSources: readonly SearchSource[] = [
  {
    kind: 'carrier',
    table: 'carrier',
    organization: 'organization_id',
    fields: [
      ...listRecordColumns('name', 'dba_name', 'friendly_id', 'key', 'mc_number'),
      stripSeparators('r.mc_number'),
      ...listRecordColumns('dot_number', 'scac', 'email', 'phone'),
      stripSeparators('r.phone'),
      city,
    ],
  },
  {
    kind: 'registry_carrier',
    table: 'registry_carrier',
    organization: null,
    fields: ['r.name', 'r.mc_number', stripSeparators('r.mc_number'), 'r.dot_number', 'r.city', 'r.state'],
  },
  {
    kind: 'customer',
    table: 'customer',
    organization: 'organization_id',
    fields: [
      ...listRecordColumns('name', 'dba_name', 'friendly_id', 'key', 'external_id', 'phone_number'),
      stripSeparators('r.phone_number'),
      city,
    ],
  },
  {
    kind: 'vendor',
    table: 'vendor',
    organization: 'organization_id',
    fields: [
      ...listRecordColumns('name', 'friendly_id', 'key', 'tax_id', 'email', 'phone'),
      stripSeparators('r.phone'),
      city,
    ],
  },
  {
    kind: 'user',
    table: 'user_account',
    organization: 'organization_id',
    fields: ['r.name', 'r.email', 'r.key', 'r.phone', stripSeparators('r.phone')],
  },
  {
    kind: 'location',
    table: 'location',
    organization: 'organization_id',
    join: 'join customer as c on c.id = r.customer_id',
    fields: ['r.name', 'r.key', 'c.name', "coalesce(json(r.address, line1), '')", 'r.city', 'r.state', 'r.postal_code'],
  },
];
