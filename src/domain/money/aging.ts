import { countDaysBetween } from '../kit/dates.ts';
import { type DueDates, getDueDate } from './due-date.ts';

export interface AgingBucket {
  readonly label: string;
  /** Days past due, both ends included; null: open at that end. */
  readonly from: number | null;
  readonly to: number | null;
}

/** The five named sums of every aging report: always steps of 30 days. */
export const agingBuckets = [
  { name: 'current', label: 'Current', from: null, to: 0 },
  { name: 'days1to30', label: '1-30', from: 1, to: 30 },
  { name: 'days31to60', label: '31-60', from: 31, to: 60 },
  { name: 'days61to90', label: '61-90', from: 61, to: 90 },
  { name: 'over90', label: '90+', from: 91, to: null },
] as const satisfies readonly (AgingBucket & { readonly name: string })[];

export type AgingSumName = (typeof agingBuckets)[number]['name'];

/** In cents; `total` is the sum of the five. */
export type AgingSums = Readonly<Record<AgingSumName | 'total', number>>;

export interface BucketTotal {
  readonly label: string;
  readonly amountCents: number;
}

/** Open balance of an invoice or bill, or of all that a party has in the same buckets. */
export interface OpenItem {
  readonly partyId: string;
  readonly currency: string;
  /** Days past due; nothing above 0 is current. */
  readonly daysLate: number;
  readonly openCents: number;
}

export interface AgingRow {
  readonly partyId: string;
  readonly sums: AgingSums;
}

export interface AgingBlock {
  readonly currency: string;
  readonly rows: readonly AgingRow[];
  readonly totals: AgingSums;
  /** Null unless steps other than 30 days were requested. */
  readonly bucketTotals: readonly BucketTotal[] | null;
}

export interface AgingSteps {
  readonly daysPerBucket?: number | undefined;
  readonly daysMax?: number | undefined;
}

const stepDefault = 30;
const daysMaxDefault = 120;
const noSums: AgingSums = { current: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0, total: 0 };

/** Builds buckets of `daysPerBucket` days up to `daysMax`, plus one for amounts that aren't due and one for all older ones. */
export function buildBuckets({ daysPerBucket, daysMax }: { daysPerBucket: number; daysMax: number }): AgingBucket[] {
  const buckets: AgingBucket[] = [{ label: 'Current', from: null, to: 0 }];
  for (let from = 1; from <= daysMax; from += daysPerBucket) {
    const to = Math.min(from + daysPerBucket - 1, daysMax);
    buckets.push({ label: from === to ? String(from) : `${from}-${to}`, from, to });
  }
  return [...buckets, { label: `${daysMax}+`, from: daysMax + 1, to: null }];
}

interface DatedBalance extends DueDates {
  readonly openCents: number;
}

/** Past its due date (without one: 30 days after its invoice date) with something still open. */
export const isOverdue = (item: DatedBalance, asOf: string): boolean => countDaysPastDue(item, asOf) !== null;

/** Counts the days that a balance is overdue, or returns null if it isn't. */
export function countDaysPastDue(balance: DatedBalance, asOf: string): number | null {
  const due = getDueDate(balance);
  return due === null || balance.openCents <= 0 || due >= asOf ? null : countDaysBetween(due, asOf);
}

/**
 * Builds one block per currency, in alphabetical order. Rows are sorted by amount, largest first; each total is the sum
 * of its rows.
 */
export function buildAgingBlocks(items: Iterable<OpenItem>, requestedSteps: AgingSteps): AgingBlock[] {
  const steps = buildSteps(requestedSteps);
  const groups = new Map<string, OpenItem[]>();
  for (const item of items) {
    if (item.openCents <= 0) continue;
    const group = groups.get(item.currency);
    if (group) group.push(item);
    else groups.set(item.currency, [item]);
  }
  return [...groups.keys()].sort().map((currency) => {
    const open = groups.get(currency) ?? [];
    const rows = buildRows(open);
    return {
      currency,
      rows,
      totals: rows.reduce((sum, row) => addSums(sum, row.sums), noSums),
      bucketTotals: steps && steps.map((step) => ({ label: step.label, amountCents: openIn(step, open) })),
    };
  });
}

/** Lists the days past due at which buckets start. All days between two of them are in the same buckets. */
export function listBucketStarts(requestedSteps: AgingSteps): number[] {
  const starts = [...agingBuckets, ...(buildSteps(requestedSteps) ?? [])].flatMap(({ from }) => from ?? []);
  return [...new Set(starts)].sort((a, b) => a - b);
}

/** Builds the requested buckets, or returns null if the named sums already have them. */
function buildSteps({ daysPerBucket = stepDefault, daysMax = daysMaxDefault }: AgingSteps): AgingBucket[] | null {
  return daysPerBucket === stepDefault ? null : buildBuckets({ daysPerBucket, daysMax });
}

function buildRows(open: readonly OpenItem[]): AgingRow[] {
  const sums = new Map<string, AgingSums>();
  for (const item of open) {
    const added = { ...noSums, [sumNameAt(item.daysLate)]: item.openCents, total: item.openCents };
    sums.set(item.partyId, addSums(sums.get(item.partyId) ?? noSums, added));
  }
  return [...sums]
    .map(([partyId, partySums]) => ({ partyId, sums: partySums }))
    .sort((a, b) => b.sums.total - a.sums.total || (a.partyId < b.partyId ? -1 : 1));
}

function openIn(bucket: AgingBucket, open: readonly OpenItem[]): number {
  return open.reduce((sum, item) => (isInBucket(bucket, item.daysLate) ? sum + item.openCents : sum), 0);
}

function sumNameAt(days: number): AgingSumName {
  return agingBuckets.find((bucket) => isInBucket(bucket, days))?.name ?? 'current';
}

function isInBucket({ from, to }: AgingBucket, days: number): boolean {
  return (from === null || days >= from) && (to === null || days <= to);
}

function addSums(a: AgingSums, b: AgingSums): AgingSums {
  return {
    current: a.current + b.current,
    days1to30: a.days1to30 + b.days1to30,
    days31to60: a.days31to60 + b.days31to60,
    days61to90: a.days61to90 + b.days61to90,
    over90: a.over90 + b.over90,
    total: a.total + b.total,
  };
}
