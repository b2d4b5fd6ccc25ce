/**
 * Searches as data, like filters: a collection declares its criteria and their kinds; request schema, types and the
 * service's query are derived from that. Unlike a filter, an unknown criterion is refused.
 */
export type CriterionKind = 'uuid' | 'key' | 'text' | 'int' | 'float' | 'datetime' | 'date' | 'bool';

export type SearchFields = Readonly<Record<string, CriterionKind>>;

export interface SearchDeclaration<Fields extends SearchFields = SearchFields> {
  readonly fields: Fields;
  readonly preference: (typeof preferenceTypes)[number];
}

/** What a saved search may search; it must match the search it is used with. */
export const preferenceTypes = [
  'SHIPMENT',
  'INVOICE',
  'BILL',
  'USER',
  'CUSTOMER',
  'VENDOR',
  'QUOTE',
  'COMMISSION',
  'CARRIER',
  'INVOICE_PAYMENT',
  'BILL_PAYMENT',
  'LOAD',
  'TRUCK_POSTING',
  'LOCATION',
] as const;
