import { type StatusKindName, statusKinds, type UnknownStatus } from '../../domain/shipments/unknown-statuses.ts';

/** Facts that follow from the statuses of a kind. */
const factTables: Readonly<Partial<Record<StatusKindName, readonly string[]>>> = {
  shipment: ['shipment_fact'],
  billing: ['shipment_fact'],
  load: ['shipment_fact', 'haul_fact'],
  loadCarrier: ['shipment_fact', 'haul_fact'],
};

/** Lists those of the unknown statuses that records in the tables of a query have. */
export function listQueryStatuses(query: string, statuses: readonly UnknownStatus[]): readonly UnknownStatus[] {
  if (statuses.length === 0) return [];
  const words = new Set(query.split(/[^a-z_]+/));
  const isRead = ({ kind }: UnknownStatus) =>
    [statusKinds[kind].table, ...(factTables[kind] ?? [])].some((table) => words.has(table));
  return statuses.filter(isRead);
}
