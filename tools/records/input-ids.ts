import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { listPathParameters } from '../../src/contract/kit/operation.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';

/** Which resource a member of an input names, without `Id` or `Ids`. */
const resources: Readonly<Record<string, string>> = {
  accountOwner: 'users',
  assignee: 'users',
  bill: 'bills',
  carrier: 'carriers',
  carrierFactor: 'carrierFactors',
  city: 'cities',
  contact: 'carrierContacts',
  createdBy: 'users',
  creditMemo: 'creditMemos',
  customer: 'customers',
  customerContact: 'customerContacts',
  customerRep: 'users',
  deletedBy: 'users',
  document: 'documents',
  equipment: 'equipment',
  invitedUser: 'users',
  invoice: 'invoices',
  load: 'loads',
  location: 'locations',
  operatedBy: 'users',
  order: 'orders',
  payment: 'payments',
  paymentTerm: 'paymentTerms',
  quote: 'quotes',
  savedSearch: 'savedSearches',
  service: 'services',
  shipment: 'shipments',
  shipperLocation: 'locations',
  specialRequirements: 'specialRequirements',
  stop: 'stops',
  team: 'teams',
  teams: 'teams',
  user: 'users',
  users: 'users',
  vendedService: 'services',
  vendor: 'vendors',
  vendorContact: 'vendorContacts',
};

/** Path parameters that are called like a record and name another one. */
const partsOfPath: ReadonlySet<string> = new Set([
  // The carrier's place on the load, which has an id only.
  'carrierId',
]);
/** Operators of a filter and of a criterion, which hold values of the field they stand under. */
const operators = ['equalTo', 'notEqualTo', 'in', 'notIn', 'values'] as const;
/** What is said in these is about the resource that is filtered. */
const groups: ReadonlySet<string> = new Set(['filter', 'criteria', 'and', 'or', 'not']);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

/** A place of an input that names a record. */
export interface NamedPlace {
  /** Such as `input.filter.carrierId.equalTo`. */
  readonly field: string;
  /** Such as `carriers`. */
  readonly resource: string;
  readonly text: string;
}

type Visit = (place: NamedPlace) => string;

/** The input of an operation with every text that names a record replaced by what `visit` returns for it. */
export function mapInputIds({ name, operation }: CatalogueEntry, input: JsonObject, visit: Visit): JsonObject {
  const [own] = name.split('.');
  const parameters = listPathParameters(operation.path);
  const idOf = parameters.includes('id') ? own : undefined;
  // A client key that is said to be one is left to the API.
  const isKey = input['by'] === 'key';
  const members = Object.entries(input).map(([member, value]) => {
    const isOfPath = parameters.includes(member);
    if (isOfPath && (isKey || partsOfPath.has(member))) return [member, value] as const;
    return [
      member,
      mapMember(member, value, { field: `input.${member}`, own: groups.has(member) ? own : idOf }, visit),
    ];
  });
  return Object.fromEntries(members);
}

/** The same for any value, whose own `id` names nothing that is known. */
export const mapIds = (value: unknown, visit: Visit): unknown => map(value, { field: 'value', own: undefined }, visit);

interface Place {
  readonly field: string;
  /** What a bare `id` names here. */
  readonly own: string | undefined;
}

function map(value: unknown, { field, own }: Place, visit: Visit): unknown {
  if (Array.isArray(value)) return value.map((item, index) => map(item, { field: `${field}.${index}`, own }, visit));
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapMember(name, member, { field: `${field}.${name}`, own }, visit),
    ]),
  );
}

function mapMember(name: string, member: unknown, { field, own }: Place, visit: Visit): unknown {
  if (groups.has(name)) return map(member, { field, own }, visit);
  const resource = name === 'id' ? own : resourceOf(name);
  if (resource === undefined) return map(member, { field, own: undefined }, visit);
  const isId = name === 'id' || /Ids?$/.test(name);
  if (!isId) return map(member, { field, own: resource }, visit);
  if (!isPlainRecord(member)) return mapTexts(member, { field, resource }, visit);
  return Object.fromEntries(
    Object.entries(member).map(([operator, value]) => [
      operator,
      operators.some((known) => known === operator)
        ? mapTexts(value, { field: `${field}.${operator}`, resource }, visit)
        : value,
    ]),
  );
}

function mapTexts(value: unknown, place: Omit<NamedPlace, 'text'>, visit: Visit): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => mapTexts(item, { ...place, field: `${place.field}.${index}` }, visit));
  return typeof value === 'string' && value.trim() !== '' ? visit({ ...place, text: value }) : value;
}

function resourceOf(name: string): string | undefined {
  const kind = name.replace(/Ids?$/, '');
  return Object.hasOwn(resources, kind) ? resources[kind] : undefined;
}
