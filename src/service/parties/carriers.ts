import { type TruckloadField, truckloadFields } from '../../contract/parties/carrier-fields.ts';
import type { Carrier, CarrierInput } from '../../contract/types.ts';
import { WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { showAddress } from '../shared/addresses.ts';
import { readChildren } from '../shared/child-records.ts';
import { showCarrierContact, listUserIds } from './contact-view.ts';
import type { ServiceContext } from '../shared/context.ts';
import { createFieldMap, readJson, toSnakeCase } from '../shared/fields.ts';
import { showCarrierPaymentMethod } from './payment-methods.ts';
import {
  carrierFactorReferences,
  paymentTermReferences,
  showReference,
  showStamps,
  userReferences,
} from '../identifiers/references.ts';

type StoredCarrierRow = Row<'carrier'>;
type ShownCarrierType = Carrier['type'];

/** Simple fields of every carrier type. */
export const carrierFields = createFieldMap<StoredCarrierRow>()({
  name: 'plain',
  status: 'plain',
  dbaName: 'plain',
  email: 'plain',
  phone: 'plain',
  website: 'plain',
  statusReason: 'plain',
  notes: 'plain',
  mcNumber: 'plain',
  dotNumber: 'plain',
  scac: 'plain',
  einNumber: 'plain',
  ffNumber: 'plain',
  mxNumber: 'plain',
  rfcNumber: 'plain',
  iataCode: 'plain',
  isHazmat: 'bool',
  tsaApproved: 'bool',
  isFactoringPreferred: 'bool',
  trucks: 'plain',
  trailers: 'plain',
  drivers: 'plain',
  powerUnits: 'plain',
  currency: 'plain',
});

/** Simple fields that TRUCKLOAD carriers have besides. */
export const truckloadFieldMap = createFieldMap<StoredCarrierRow>()({
  insuranceCompany: 'plain',
  insuranceAgent: 'plain',
  insuranceAgentPhone: 'plain',
  insuranceAuthorityDate: 'plain',
  insuranceExpirationDate: 'plain',
  insuranceAutoLiabilityLimit: 'cents',
  insuranceCargoLiabilityLimit: 'cents',
  insuranceGeneralLiabilityLimit: 'cents',
  rating: 'plain',
  ratingDate: 'plain',
  reviewType: 'plain',
  reviewDate: 'plain',
  operatingAbility: 'plain',
  inFmcsa: 'bool',
  usDriverInspections: 'plain',
  usDriverInspectionsOos: 'plain',
  usDriverInspectionsOosPct: 'plain',
  usVehicleInspections: 'plain',
  usVehicleInspectionsOos: 'plain',
  usVehicleInspectionsOosPct: 'plain',
});

const moneyFields: ReadonlySet<TruckloadField> = new Set([
  'insuranceAutoLiabilityLimit',
  'insuranceCargoLiabilityLimit',
  'insuranceGeneralLiabilityLimit',
]);

/** Empties what only TRUCKLOAD carriers have: a carrier of another type must not be found by values it does not show. */
export const withoutTruckload: Partial<StoredCarrierRow> = Object.fromEntries(
  truckloadFields.map((name) => [moneyFields.has(name) ? `${toSnakeCase(name)}_cents` : toSnakeCase(name), null]),
);

/** Returns the type of a carrier. A carrier without a type is shown as TRUCKLOAD. */
export const getCarrierType = ({ type }: Pick<StoredCarrierRow, 'type'>): ShownCarrierType => type ?? 'TRUCKLOAD';

/** Refuses (422) fields that only TRUCKLOAD carriers have. Null is allowed: it says that there is no value. */
export function requireTypeFields(type: ShownCarrierType, input: Partial<CarrierInput> | object): void {
  if (type === 'TRUCKLOAD') return;
  const refused = truckloadFields.filter((name) => {
    const value: unknown = Reflect.get(input, name);
    return value !== undefined && value !== null;
  });
  if (refused.length === 0) return;
  const message = `is a field of TRUCKLOAD carriers only, not of ${type}`;
  throw new WaybillError('VALIDATION_ERROR', `${refused[0]}: ${message}`, {
    details: refused.map((field) => ({ field, message })),
  });
}

/** Shows carriers with their contacts and payment methods. It makes one query per table. */
export async function showCarriers(ctx: ServiceContext, rows: readonly StoredCarrierRow[]): Promise<Carrier[]> {
  const ids = rows.map(({ id }) => id);
  const contacts = await readChildren(ctx, { table: 'carrier_contact', parent: 'carrier_id', ids });
  const methods = await readChildren(ctx, { table: 'carrier_payment_method', parent: 'carrier_id', ids });
  const [allContacts, allMethods] = [[...contacts.values()].flat(), [...methods.values()].flat()];
  const terms = await paymentTermReferences(
    ctx,
    [...rows, ...allMethods].map((row) => row.payment_term_id),
  );
  const factors = await carrierFactorReferences(
    ctx,
    allMethods.map((method) => method.carrier_factor_id),
  );
  const users = await userReferences(ctx, listUserIds([...rows, ...allContacts, ...allMethods]));
  return rows.map((row) => ({
    ...showCarrier(row),
    paymentTerm: showReference(terms, row.payment_term_id),
    paymentMethods: (methods.get(row.id) ?? []).map((method) =>
      showCarrierPaymentMethod(ctx.cipher, method, { terms, factors, users }),
    ),
    contacts: (contacts.get(row.id) ?? []).map((contact) => showCarrierContact(contact, users)),
    deletedBy: showReference(users, row.deleted_by_id),
  }));
}

function showCarrier(
  row: StoredCarrierRow,
): Omit<Carrier, 'paymentTerm' | 'paymentMethods' | 'contacts' | 'deletedBy'> {
  const type = getCarrierType(row);
  return {
    object: 'CARRIER',
    ...showStamps(row),
    friendlyId: row.friendly_id,
    type,
    ...carrierFields.toWire(row),
    corporateAddress: showAddress(row.corporate_address),
    billingAddress: showAddress(row.billing_address),
    equipments: readJson<Carrier['equipments']>(row.equipments) ?? [],
    goldenCarrierId: row.golden_carrier_id,
    ...(type === 'TRUCKLOAD' ? truckloadFieldMap.toWire(row) : {}),
  };
}
