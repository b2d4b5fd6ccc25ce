import { type CollectionName, collectionTables, type CopyRows } from './index.ts';
import { laneColumns } from './kit/columns.ts';

type ColumnSources = Readonly<Record<string, readonly CollectionName[]>>;

const from = (columns: readonly string[], ...names: readonly CollectionName[]): ColumnSources =>
  Object.fromEntries(columns.map((column) => [column, names]));

const laneNames = Object.keys(laneColumns);

const visits = [
  'on_time_pickup',
  'on_time_delivery',
  'pickup_late_minutes',
  'delivery_late_minutes',
  'dwell_minutes',
  'dwell_stops',
];

const routes = [
  'route',
  'from_city',
  'from_state',
  'to_city',
  'to_state',
  'pickup_due',
  'delivery_due',
  'equipment_asked',
];

/** Collections that columns of a shipment's facts come from, beside the shipments. */
export const shipmentFactSources: ColumnSources = {
  ...from([...laneNames, ...visits, ...routes, 'mode', 'orders', 'miles', 'weight', 'revenue_cents'], 'freight_order'),
  ...from(['carrier_id', 'carriers', 'loads', 'tonu_cents', 'tonus', 'bounces', 'booked_at'], 'load'),
  ...from(['services'], 'service'),
  ...from(['equipment', 'leak_cents'], 'freight_order', 'load'),
  ...from(['cost_cents'], 'load', 'service'),
  ...from(['actual_revenue_cents', 'is_unbilled', 'unbilled_cents'], 'freight_order', 'invoice'),
  ...from(['carrier_pay_cents'], 'load'),
  ...from(['service_cents'], 'service'),
  ...from(['margin_cents', 'margin_gap'], 'freight_order', 'load', 'service'),
  ...from(['actual_margin_cents'], 'freight_order', 'invoice', 'load', 'service', 'bill'),
  ...from(['actual_cost_cents'], 'load', 'service', 'bill'),
  ...from(['invoiced_cents', 'invoiced_day'], 'invoice'),
  ...from(['paid_day'], 'invoice', 'payment'),
  ...from(['pod', 'pod_at'], 'document'),
};

/** Collections that columns of a carrier's run come from, beside the shipments and loads. */
export const haulFactSources: ColumnSources = {
  ...from(
    [...laneNames, ...visits, 'pickup_day', 'delivery_day', 'equipment', 'miles', 'transit_minutes', 'revenue_cents'],
    'freight_order',
  ),
  ...from(['billed_cents', 'billed_day'], 'bill'),
};

interface CopiedTableSource {
  readonly collections: readonly CollectionName[];
  /** Further collections that single columns come from. */
  readonly columns?: ColumnSources;
}

const factSources = {
  shipment_fact: { collections: ['shipment'], columns: shipmentFactSources },
  haul_fact: { collections: ['shipment', 'load'], columns: haulFactSources },
} satisfies Partial<Record<keyof CopyRows, CopiedTableSource>>;

const sources: ReadonlyMap<string, CopiedTableSource> = new Map<string, CopiedTableSource>([
  ...listCollectionNames().flatMap((name) =>
    Object.keys(collectionTables[name]).map((table): [string, CopiedTableSource] => [table, { collections: [name] }]),
  ),
  ...Object.entries(factSources),
]);

function listCollectionNames(): readonly CollectionName[] {
  // The keys of a constant.
  return Object.keys(collectionTables) as CollectionName[];
}

/** Returns true if the copy has a table of this name that questions read. */
export const isCopyTable = (name: string): boolean => sources.has(name);

/** Lists the collections that must be current for a question that reads these tables and mentions these words. */
export function listSources(tables: Iterable<string>, words: ReadonlySet<string>): readonly CollectionName[] {
  const reads = [...tables].flatMap((table) => {
    const source = sources.get(table);
    if (source === undefined) throw new Error(`${table} is no table of the copy`);
    const columns = Object.entries(source.columns ?? {}).filter(([column]) => words.has(column));
    return [...source.collections, ...columns.flatMap(([, names]) => names)];
  });
  return [...new Set(reads)];
}
