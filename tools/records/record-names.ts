import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { formatPlace } from '../../src/domain/places/stop-place.ts';
import { amountText } from './amounts.ts';
import { stopTitle } from './stop-places.ts';
import type { Stop } from '../../src/contract/types.ts';

/** What a person knows a record by, which is never its id. */

/** A record that a raw input names by its id. */
export interface NamedRecord {
  /** Such as `bills`. */
  readonly resource: string;
  readonly record: JsonObject;
}

/** Number and name of a record; of one that has neither, what it is and whose. */
export function nameOfRecord(named: NamedRecord): string {
  const number = friendlyOf(named.record);
  if (number !== null) return [number, partyOf(named)].filter((part) => part !== null).join(' ');
  return ownNameOf(named) ?? kindAndOwner(named, (name) => name);
}

/** The same for a sentence of a plan: `C100012 «Prairie Haul»`. */
export function titleName(named: NamedRecord): string {
  const number = friendlyOf(named.record);
  const name = number !== null && partyOf(named) === null ? '' : partyText(named);
  return [number ?? '', name].filter(Boolean).join(' ');
}

/** `BILL-00012 «Prairie Haul», $1,200.00, IN_REVIEW`: what a person knows the record by. */
export function describeRecord(named: NamedRecord): string {
  const { record } = named;
  const { amount, totalAmount, totalRevenue, currency, status } = record;
  const money = [amount, totalAmount, totalRevenue].find((value) => typeof value === 'number');
  return [
    titleName(named),
    routeOf(record),
    typeof money === 'number' ? amountText(money, typeof currency === 'string' ? currency : null) : '',
    typeof status === 'string' ? wordOf(status) : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

export const friendlyOf = (record: JsonObject): string | null => textOf(record['friendlyId']);

/** Its own name, or that of whom it is with. */
export function partyOf(named: NamedRecord): string | null {
  return ownNameOf(named) ?? nameOfParty(named.record);
}

function ownNameOf({ resource, record }: NamedRecord): string | null {
  // The name on an account may be anybody's; a place on a load is called by its carrier.
  if (resource.endsWith('PaymentMethods')) return null;
  if (resource === 'loadCarriers') return nameIn(record['carrier']);
  return firstText(record['name'], record['companyName'], record['fileName'], record['url']);
}

const parties = ['customer', 'carrier', 'vendor'] as const;
/** Whom or what a record without a number or a name belongs to. */
const owners = [...parties, 'customerContact', 'location', 'carrierFactor'] as const;

const nameIn = (value: unknown) => (isPlainRecord(value) ? firstText(value['name'], value['companyName']) : null);
/** The name of the customer, carrier or vendor that a record is with. */
export const nameOfParty = (record: JsonObject): string | null =>
  firstText(...parties.map((party) => nameIn(record[party])));

function partyText(named: NamedRecord): string {
  const text = (name: string) => recordText(name, 'list');
  const own = ownNameOf(named);
  if (own !== null) return text(own);
  return friendlyOf(named.record) === null ? kindAndOwner(named, text) : text(partyOf(named) ?? '');
}

/** `payment method of «Prairie Haul»`, a stop by its place in the route, else what it is and since when. */
function kindAndOwner({ resource, record }: NamedRecord, text: (name: string) => string): string {
  const kind = kindOf(resource);
  const owner = firstText(...owners.map((name) => nameIn(record[name])), record['email']);
  if (owner !== null) return `${kind} of ${text(owner)}`;
  // As the contract declares a stop.
  if (resource === 'stops') return text(stopTitle(record as unknown as Stop));
  const madeAt = textOf(record['createdAt']);
  return madeAt === null ? `a ${kind} without a name` : `${kind} made at ${madeAt}`;
}

/** `carrierPaymentMethods` is a payment method of its carrier. */
const kindOf = (resource: string) =>
  resource
    .replace(/^(?:carrier|vendor)(?=PaymentMethods$)/, '')
    .replace(/ies$/, 'y')
    .replace(/s$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();

function routeOf({ stops }: JsonObject): string {
  // As the contract declares the stops of an order.
  return Array.isArray(stops) ? recordText(stops.map((stop) => formatPlace(stop as Stop)).join(' to '), 'list') : '';
}

/** A status, which is a code unless somebody typed it. */
export const wordOf = (status: string) => (/^[A-Z_]{1,40}$/.test(status) ? status : recordText(status, 'list'));
const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
const firstText = (...values: readonly unknown[]) => values.map(textOf).find((value) => value !== null) ?? null;
