import { toCivilDay, getToday } from '../../src/domain/kit/dates.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { getLastFour } from './shared-bank.ts';

const contactsShown = 3;

/**
 * Builds the part of a carrier's file that the desk needs, with no more than the last four digits of account numbers.
 */
export function buildCarrierProfile(carrier: CarrierRecord, timeZone: string) {
  const { id, friendlyId, key, name, dbaName, type, status, mcNumber, dotNumber, scac, equipments, trucks } = carrier;
  const { corporateAddress: address, email, phone, notes, paymentTerm } = carrier;
  return {
    id,
    friendlyId,
    key,
    name,
    dbaName,
    type,
    status,
    mcNumber,
    dotNumber,
    scac,
    place: [address?.city, address?.state].filter(Boolean).join(', ') || null,
    equipments,
    trucks,
    phone,
    email,
    onboardedOn: getToday(timeZone, carrier.createdAt),
    paymentTerm: paymentTerm?.name ?? null,
    insurance: getInsurance(carrier, timeZone),
    payTo: carrier.paymentMethods
      .filter(({ deletedAt }) => deletedAt === null)
      .map((method) => toPayTo(method, timeZone)),
    contacts: carrier.contacts
      .filter(({ deletedAt }) => deletedAt === null)
      .slice(0, contactsShown)
      .map(({ name, contactInfo, contactTypes }) => ({
        name,
        phone: contactInfo.phoneNumber,
        email: contactInfo.email,
        types: contactTypes,
      })),
    notes,
  };
}
export type CarrierProfile = ReturnType<typeof buildCarrierProfile>;

/** Lists the JSON pointers of record text in a carrier's profile. */
export const listUntrustedFields = (at: string): readonly string[] => [
  ...[
    'key',
    'name',
    'dbaName',
    'mcNumber',
    'dotNumber',
    'scac',
    'place',
    'phone',
    'email',
    'paymentTerm',
    'notes',
    'insurance/company',
  ].map((member) => `${at}/${member}`),
  ...['name', 'bank'].map((member) => `${at}/payTo/*/${member}`),
  ...['name', 'phone', 'email'].map((member) => `${at}/contacts/*/${member}`),
];

/** Returns the insurance, which only TRUCKLOAD carriers have. */
function getInsurance(carrier: CarrierRecord, timeZone: string) {
  if (carrier.type !== 'TRUCKLOAD') return null;
  const { insuranceCompany, insuranceExpirationDate, insuranceAutoLiabilityLimit, insuranceCargoLiabilityLimit } =
    carrier;
  return {
    company: insuranceCompany ?? null,
    expiresOn: insuranceExpirationDate ? toCivilDay(insuranceExpirationDate, timeZone) : null,
    auto: insuranceAutoLiabilityLimit ?? null,
    cargo: insuranceCargoLiabilityLimit ?? null,
  };
}

function toPayTo(method: CarrierRecord['paymentMethods'][number], timeZone: string) {
  const ending = getLastFour(method.accountNumber);
  const {
    paymentRecipientType: recipient,
    paymentMethodType: type,
    carrierFactor,
    companyName,
    bankName: bank,
    isPreferred,
    status,
  } = method;
  return {
    recipient,
    type,
    name: carrierFactor?.companyName ?? companyName,
    bank,
    account: ending === undefined ? null : `****${ending}`,
    isPreferred,
    status,
    changedOn: getToday(timeZone, method.updatedAt ?? method.createdAt),
  };
}
