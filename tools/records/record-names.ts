import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { unknownPlace } from '../../src/domain/places/stop-place.ts';
import { formatLocalTime } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { formatWireAmount } from './amounts.ts';
import { formatStop, formatStopPlace, stopTitle } from './stop-places.ts';
import type { Stop } from '../../src/contract/types.ts';

/** Names that a person knows a record by, which are never its id. */

/** A record that a raw input names by its id. */
export interface NamedRecord {
  /** Such as `bills`. */
  readonly resource: string;
  readonly record: JsonObject;
}

/** Formats the number and name of a record. For a record without either, formats its kind and owner. */
export function formatRecordLabel(namedRecord: NamedRecord): string {
  const number = getFriendlyId(namedRecord.record);
  if (number !== null) return [number, getNameOrParty(namedRecord)].filter((part) => part !== null).join(' ');
  return getOwnName(namedRecord) ?? formatKindAndOwner(namedRecord, { isQuoted: false });
}

/** Formats a record's name for a sentence of a plan: `C100012 «Prairie Haul»`. */
export function formatTitleName(namedRecord: NamedRecord): string {
  const number = getFriendlyId(namedRecord.record);
  const name = number !== null && getNameOrParty(namedRecord) === null ? '' : formatNameOrParty(namedRecord);
  return [number ?? '', name].filter(Boolean).join(' ');
}

/** Describes a record for a person: `BILL-00012 «Prairie Haul», $1,200.00, in review`. */
export function describeRecord(namedRecord: NamedRecord): string {
  const { record } = namedRecord;
  const { amount, totalAmount, totalRevenue, currency, status } = record;
  const money = [amount, totalAmount, totalRevenue].find((value) => typeof value === 'number');
  return [
    formatTitleName(namedRecord),
    formatRoute(record),
    typeof money === 'number' ? formatWireAmount(money, typeof currency === 'string' ? currency : null) : '',
    typeof status === 'string' ? formatStatus(status) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

export const getFriendlyId = (record: JsonObject): string | null => toText(record['friendlyId']);

/** Returns the record's own name, or that of its customer, carrier or vendor. */
export function getNameOrParty(namedRecord: NamedRecord): string | null {
  return getOwnName(namedRecord) ?? getPartyName(namedRecord.record);
}

function getOwnName({ resource, record }: NamedRecord): string | null {
  // The name on an account may be anybody's; a place on a load is called by its carrier.
  if (resource.endsWith('PaymentMethods')) return null;
  if (resource === 'loadCarriers') return getName(record['carrier']);
  return findFirstText(record['name'], record['companyName'], record['fileName'], record['url']);
}

const parties = ['customer', 'carrier', 'vendor'] as const;
/** Fields with the owner of a record without a number or a name. */
const owners = [...parties, 'customerContact', 'location', 'carrierFactor'] as const;

const getName = (value: unknown) => (isPlainRecord(value) ? findFirstText(value['name'], value['companyName']) : null);
/** Returns the name of the customer, carrier or vendor that a record is with. */
export const getPartyName = (record: JsonObject): string | null =>
  findFirstText(...parties.map((party) => getName(record[party])));

function formatNameOrParty(namedRecord: NamedRecord): string {
  const quoteText = (name: string) => recordText(name, 'list');
  const ownName = getOwnName(namedRecord);
  if (ownName !== null) return quoteText(ownName);
  return getFriendlyId(namedRecord.record) === null
    ? formatKindAndOwner(namedRecord, { isQuoted: true })
    : quoteText(getNameOrParty(namedRecord) ?? '');
}

/**
 * Formats the kind and owner of a record: `payment method of «Prairie Haul»`, a stop by its place in the route, else
 * the kind and the time it was created.
 */
function formatKindAndOwner({ resource, record }: NamedRecord, { isQuoted }: { readonly isQuoted: boolean }): string {
  const kind = formatKind(resource);
  const owner = findFirstText(...owners.map((name) => getName(record[name])), record['email']);
  if (owner !== null) return `${kind} of ${isQuoted ? recordText(owner, 'list') : owner}`;
  // As the contract declares a stop.
  if (resource === 'stops')
    return isQuoted ? formatStop(record as unknown as Stop) : stopTitle(record as unknown as Stop);
  const madeAt = toText(record['createdAt']);
  return madeAt === null ? `a ${kind} without a name` : `${kind} made ${formatLocalTime(madeAt, 'UTC')}`;
}

/** Returns the kind of record in words. `carrierPaymentMethods` holds payment methods of carriers. */
const formatKind = (resource: string) =>
  resource
    .replace(/^(?:carrier|vendor)(?=PaymentMethods$)/, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();

function formatRoute({ stops }: JsonObject): string {
  // As the contract declares the stops of an order.
  if (!Array.isArray(stops)) return '';
  const allPlaces = stops.map((stop) => formatStopPlace(stop as Stop));
  // Two stops at one place are one place of the route.
  const places = allPlaces.filter((place, index) => place !== allPlaces[index - 1]);
  // The stops of a load name their places by the stops of its orders only.
  return places.every((place) => place === unknownPlace) ? '' : places.join(' to ');
}

/** Formats a status in words. Anything but a code was typed by a person and is marked as record text. */
export const formatStatus = (status: string): string =>
  isStatusCode(status) ? formatCode(status) : recordText(status, 'list');

/** Returns whether a status is a code of the API. */
export const isStatusCode = (status: string): boolean => /^[A-Z][A-Z0-9_]{0,39}$/.test(status);
const toText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
const findFirstText = (...values: readonly unknown[]) => values.map(toText).find((value) => value !== null) ?? null;
