import type { Scope } from '../../store/connection.ts';
import type { customerStatuses } from '../../domain/parties/customer-codes.ts';
import { type RecordColumn, selectColumns } from '../../store/records.ts';
import type { RecordTable, Row } from '../../store/schema.ts';
import type {
  CarrierFactorReference,
  CarrierReference,
  CustomerReference,
  LocationReference,
  PaymentTermReference,
  UserReference,
  VendorReference,
} from '../../contract/types.ts';

/**
 * Loads what records show of each other: one query per table and page. A reference to a record that was deleted in the
 * meantime still shows it.
 */
export type Ids = Iterable<string | null | undefined>;
export type LoadedReferences<Shown> = ReadonlyMap<string, Shown>;

/** Columns that a reference is shown from. */
type ReferenceColumns<Table extends RecordTable, Columns extends readonly RecordColumn<Table>[]> = Pick<
  Row<Table>,
  'id' | Columns[number]
>;

export function createLoader<Table extends RecordTable, Column extends RecordColumn<Table>, Shown>(
  table: Table,
  columns: readonly Column[],
  show: (row: Pick<Row<Table>, Column | 'id'>) => Shown,
): (scope: Scope, ids: Ids) => Promise<LoadedReferences<Shown>> {
  const readRows = selectColumns(table, columns);
  return async (scope, ids) => new Map((await readRows(scope, ids)).map((row) => [row.id, show(row)]));
}

/** Shows the reference of a column that may be null. */
export function showReference<Shown>(loaded: LoadedReferences<Shown>, id: string | null): Shown | null {
  return id === null ? null : (loaded.get(id) ?? null);
}

/** Shows the reference of a column that always names a record. */
export function requireShown<Shown>(loaded: LoadedReferences<Shown>, id: string | null): Shown {
  const reference = showReference(loaded, id);
  if (reference === null) throw new Error(`the store names a record that it does not hold: ${id}`);
  return reference;
}

interface Stamped {
  readonly id: string;
  readonly key: string | null;
  readonly created_at: string;
  readonly updated_at: string | null;
  readonly deleted_at: string | null;
}

export const stampColumns = ['key', 'created_at', 'updated_at', 'deleted_at'] as const;

/** Shows the id, client key and timestamps of a record or reference. */
export const showStamps = (row: Stamped) => ({
  id: row.id,
  key: row.key,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
});

/** The stages of a customer's record, as references name them. */
const customerReferenceStatus = {
  NEW: 'PROSPECT',
  CONTACTED: 'PROSPECT',
  QUALIFIED: 'PROSPECT',
  QUOTED: 'PROSPECT',
  NURTURING: 'PROSPECT',
  PENDING: 'PROSPECT',
  ACTIVE: 'ACTIVE',
  INACTIVE: 'INACTIVE',
  BLOCKED: 'INACTIVE',
  CLOSED: 'CHURNED',
} as const satisfies Record<(typeof customerStatuses)[number], string>;

const customerColumns = [...stampColumns, 'friendly_id', 'name', 'status', 'phone_number', 'website'] as const;

export function showCustomerReference(row: ReferenceColumns<'customer', typeof customerColumns>): CustomerReference {
  return {
    ...showStamps(row),
    name: row.name,
    friendlyId: row.friendly_id,
    status: customerReferenceStatus[row.status],
    phoneNumber: row.phone_number,
    website: row.website,
  };
}

const carrierColumns = [...stampColumns, 'friendly_id', 'name', 'phone', 'email'] as const;

export function showCarrierReference(row: ReferenceColumns<'carrier', typeof carrierColumns>): CarrierReference {
  return {
    ...showStamps(row),
    friendlyId: row.friendly_id,
    name: row.name,
    phoneNumber: row.phone,
    email: row.email,
  };
}

const vendorColumns = [...stampColumns, 'friendly_id', 'name', 'email', 'phone', 'status', 'currency'] as const;

export function showVendorReference(row: ReferenceColumns<'vendor', typeof vendorColumns>): VendorReference {
  return {
    ...showStamps(row),
    friendlyId: row.friendly_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    status: row.status,
    currency: row.currency,
  };
}

export function showLocationReference(row: Row<'location'>): LocationReference {
  return {
    ...showStamps(row),
    customerId: row.customer_id,
    name: row.name,
    isAppointmentRequired: row.is_appointment_required === 1,
    notes: row.notes,
    internalNotes: row.internal_notes,
  };
}

const userColumns = [...stampColumns, 'email', 'name', 'phone', 'phone_ext', 'status', 'avatar_id'] as const;

export function showUserReference(row: ReferenceColumns<'user_account', typeof userColumns>): UserReference {
  return {
    ...showStamps(row),
    email: row.email,
    name: row.name,
    phone: row.phone,
    phoneExt: row.phone_ext,
    status: row.status,
    avatarId: row.avatar_id,
  };
}

const paymentTermColumns = [
  ...stampColumns,
  'name',
  'description',
  'days',
  'quick_pay_fee',
  'ap_only',
  'do_not_use',
] as const;

export function showPaymentTermReference(
  row: ReferenceColumns<'payment_term', typeof paymentTermColumns>,
): PaymentTermReference {
  return {
    ...showStamps(row),
    name: row.name,
    description: row.description,
    days: row.days,
    quickPayFee: row.quick_pay_fee,
    apOnly: row.ap_only === null ? null : row.ap_only === 1,
    doNotUse: row.do_not_use === null ? null : row.do_not_use === 1,
  };
}

const carrierFactorColumns = [
  ...stampColumns,
  'company_name',
  'email',
  'phone_number',
  'currency',
  'bank_name',
] as const;

export function showCarrierFactorReference(
  row: ReferenceColumns<'carrier_factor', typeof carrierFactorColumns>,
): CarrierFactorReference {
  return {
    ...showStamps(row),
    companyName: row.company_name,
    email: row.email,
    phoneNumber: row.phone_number,
    currency: row.currency,
    bankName: row.bank_name,
  };
}

export const customerReferences = createLoader('customer', customerColumns, showCustomerReference);
export const carrierReferences = createLoader('carrier', carrierColumns, showCarrierReference);
export const vendorReferences = createLoader('vendor', vendorColumns, showVendorReference);
export const userReferences = createLoader('user_account', userColumns, showUserReference);
export const paymentTermReferences = createLoader('payment_term', paymentTermColumns, showPaymentTermReference);
export const carrierFactorReferences = createLoader('carrier_factor', carrierFactorColumns, showCarrierFactorReference);

/** Loads the users who deleted these records. Most pages have no deleted record. */
export const loadDeleters = (scope: Scope, rows: readonly { readonly deleted_by_id: string | null }[]) =>
  userReferences(
    scope,
    rows.map((row) => row.deleted_by_id),
  );
