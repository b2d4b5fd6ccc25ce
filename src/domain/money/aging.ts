import { daysBetween } from '../kit/dates.ts';
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

/** What is still open on one invoice or bill, or on all of one party that are in the same buckets. */
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
  /** Only where other steps than 30 days were asked for. */
  readonly bucketTotals: readonly BucketTotal[] | null;
}

export interface AgingSteps {
  readonly daysPerBucket?: number | undefined;
  readonly daysMax?: number | undefined;
}

const stepDefault = 30;
const daysMaxDefault = 120;
const noSums: AgingSums = { current: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0, total: 0 };

/** Buckets of `daysPerBucket` days up to `daysMax`, one for what is not due and one for everything older. */
export function bucketsOf({ daysPerBucket, daysMax }: { daysPerBucket: number; daysMax: number }): AgingBucket[] {
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
export const isOverdue = (item: DatedBalance, asOf: string): boolean => daysPastDue(item, asOf) !== null;

/** How many days it is overdue; null when it is not. */
export function daysPastDue(balance: DatedBalance, asOf: string): number | null {
  const due = getDueDate(balance);
  return due === null || balance.openCents <= 0 || due >= asOf ? null : daysBetween(due, asOf);
}

/** One block per currency, alphabetical; rows largest first; every total is the sum of the rows above it. */
export function agingBlocks(items: Iterable<OpenItem>, asked: AgingSteps): AgingBlock[] {
  const steps = stepsOf(asked);
  const groups = new Map<string, OpenItem[]>();
  for (const item of items) {
    if (item.openCents <= 0) continue;
    const group = groups.get(item.currency);
    if (group) group.push(item);
    else groups.set(item.currency, [item]);
  }
  return [...groups.keys()].sort().map((currency) => {
    const open = groups.get(currency) ?? [];
    const rows = rowsOf(open);
    return {
      currency,
      rows,
      totals: rows.reduce((sum, row) => addSums(sum, row.sums), noSums),
      bucketTotals: steps && steps.map((step) => ({ label: step.label, amountCents: openIn(step, open) })),
    };
  });
}

/** Days past due with which the buckets begin: all that lies between two of them is in the same ones. */
export function bucketStarts(asked: AgingSteps): number[] {
  const starts = [...agingBuckets, ...(stepsOf(asked) ?? [])].flatMap(({ from }) => from ?? []);
  return [...new Set(starts)].sort((a, b) => a - b);
}

/** The steps asked for where they are not the ones the named sums already show. */
function stepsOf({ daysPerBucket = stepDefault, daysMax = daysMaxDefault }: AgingSteps): AgingBucket[] | null {
  return daysPerBucket === stepDefault ? null : bucketsOf({ daysPerBucket, daysMax });
}

function rowsOf(open: readonly OpenItem[]): AgingRow[] {
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
  return open.reduce((sum, item) => (holds(bucket, item.daysLate) ? sum + item.openCents : sum), 0);
}

function sumNameAt(days: number): AgingSumName {
  return agingBuckets.find((bucket) => holds(bucket, days))?.name ?? 'current';
}

function holds({ from, to }: AgingBucket, days: number): boolean {
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
