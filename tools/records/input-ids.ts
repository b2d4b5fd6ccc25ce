import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { listPathParameters } from '../../src/contract/kit/operation.ts';
import { isPlainRecord, type JsonObject } from '../../src/domain/kit/plain-record.ts';

/** The resource that a field of an input names, by the field's name without `Id` or `Ids`. */
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
/** Fields whose content is about the resource that is filtered. */
const groups: ReadonlySet<string> = new Set(['filter', 'criteria', 'and', 'or', 'not']);

/** A place of an input that names a record. */
export interface NamedPlace {
  /** Such as `input.filter.carrierId.equalTo`. */
  readonly field: string;
  /** Such as `carriers`. */
  readonly resource: string;
  readonly text: string;
}

type VisitPlace = (place: NamedPlace) => string;

/** Replaces each text that names a record in the input of an operation with the result of `visit`. */
export function mapInputIds({ name, operation }: CatalogueEntry, input: JsonObject, visit: VisitPlace): JsonObject {
  const [operationResource] = name.split('.');
  const parameters = listPathParameters(operation.path);
  const idResource = parameters.includes('id') ? operationResource : undefined;
  // A client key that is said to be one is left to the API.
  const isKey = input['by'] === 'key';
  const members = Object.entries(input).map(([member, value]) => {
    const isOfPath = parameters.includes(member);
    if (isOfPath && (isKey || partsOfPath.has(member))) return [member, value] as const;
    return [
      member,
      mapMember(
        member,
        value,
        { field: `input.${member}`, idResource: groups.has(member) ? operationResource : idResource },
        visit,
      ),
    ];
  });
  return Object.fromEntries(members);
}

/** Replaces each text that names a record in any value. The value's own `id` names no known resource. */
export const mapIds = (value: unknown, visit: VisitPlace): unknown =>
  map(value, { field: 'value', idResource: undefined }, visit);

interface InputPlace {
  readonly field: string;
  /** The resource that a bare `id` names here. */
  readonly idResource: string | undefined;
}

function map(value: unknown, { field, idResource }: InputPlace, visit: VisitPlace): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => map(item, { field: `${field}.${index}`, idResource }, visit));
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapMember(name, member, { field: `${field}.${name}`, idResource }, visit),
    ]),
  );
}

function mapMember(name: string, member: unknown, { field, idResource }: InputPlace, visit: VisitPlace): unknown {
  if (groups.has(name)) return map(member, { field, idResource }, visit);
  const resource = name === 'id' ? idResource : getResource(name);
  if (resource === undefined) return map(member, { field, idResource: undefined }, visit);
  const isId = name === 'id' || /Ids?$/.test(name);
  if (!isId) return map(member, { field, idResource: resource }, visit);
  if (!isPlainRecord(member)) return mapTexts(member, { field, resource }, visit);
  return Object.fromEntries(
    Object.entries(member).map(([operator, value]) => [
      operator,
      operators.some((candidate) => candidate === operator)
        ? mapTexts(value, { field: `${field}.${operator}`, resource }, visit)
        : value,
    ]),
  );
}

function mapTexts(value: unknown, place: Omit<NamedPlace, 'text'>, visit: VisitPlace): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => mapTexts(item, { ...place, field: `${place.field}.${index}` }, visit));
  return typeof value === 'string' && value.trim() !== '' ? visit({ ...place, text: value }) : value;
}

function getResource(name: string): string | undefined {
  const kind = name.replace(/Ids?$/, '');
  return Object.hasOwn(resources, kind) ? resources[kind] : undefined;
}
