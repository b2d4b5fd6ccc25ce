import { normaliseReference } from '../../src/domain/money/bill-reference.ts';
import { payeeFamily } from '../../src/domain/money/payee-name.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { distinct } from '../records/distinct.ts';
import type { BillRecord } from '../records/record-types.ts';
import { chunks } from '../shipments/pods.ts';

/** Bills of one chunk of payees that are read, newest first. */
const historyMax = 5000;
const idsMax = 250;
const akinMax = 30;

export interface BillHistory {
  /** Bills that came before or were approved before, as far as they can be the same debt. */
  readonly before: (bill: BillRecord) => readonly BillRecord[];
  readonly coverage: string | undefined;
}

/** The other bills of the same shipments and of the same payees. */
export async function billHistory(ctx: ToolContext, bills: readonly BillRecord[]): Promise<BillHistory> {
  const found = await Promise.all([
    ...ofEach(ctx, 'shipmentId', distinct(bills.map(({ shipmentId }) => shipmentId))),
    ...ofEach(ctx, 'carrierId', distinct(bills.map(({ carrier }) => carrier?.id))),
    ...ofEach(ctx, 'vendorId', distinct(bills.map(({ vendor }) => vendor?.id))),
  ]);
  const others = new Map(found.flatMap(({ rows }) => rows).map((bill) => [bill.id, bill]));
  const traits = [...others.values()].flatMap((bill) => traitsOf(bill).map((trait) => ({ trait, bill })));
  const byTrait = Map.groupBy(traits, ({ trait }) => trait);
  const isComplete = found.every((part) => part.isComplete);
  return {
    before(bill) {
      const akin = traitsOf(bill).flatMap((trait) => earlier(byTrait.get(trait) ?? [], bill));
      return [...new Set(akin)].sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },
    coverage: isComplete
      ? undefined
      : `Duplicates were looked for among the newest ${historyMax} bills of these payees, not among all.`,
  };
}

const partOf = {
  shipmentId: ({ shipmentId }: BillRecord) => shipmentId,
  carrierId: ({ carrier }: BillRecord) => carrier?.id,
  vendorId: ({ vendor }: BillRecord) => vendor?.id,
} as const;

function ofEach(ctx: ToolContext, field: keyof typeof partOf, ids: readonly string[]) {
  return chunks(ids, idsMax).map((chunk) => {
    const wanted: ReadonlySet<unknown> = new Set(chunk);
    return scan(ctx, ctx.api.bills.filter, {
      filter: { [field]: { in: chunk } },
      local: { [field]: (bill: BillRecord) => wanted.has(partOf[field](bill)) },
      rowsMax: historyMax,
    });
  });
}

/** The latest of those that came first: a trait that more bills share is a default value and says nothing. */
const earlier = (members: readonly { readonly bill: BillRecord }[], bill: BillRecord) =>
  members
    .map((member) => member.bill)
    .filter((other) => comesBefore(other, bill))
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, akinMax);

/** Two bills without a common trait are never taken for the same debt. */
function traitsOf(bill: BillRecord): string[] {
  const core = normaliseReference(bill.reference)?.core;
  const entity = bill.loadCarrierId ?? bill.vendedServiceId;
  const payee = bill.carrier ?? bill.vendor;
  return [
    ...(core && payee ? [`${payee.id} ${core}`, `${payeeFamily(payee.name)} ${core}`] : []),
    ...(entity === null ? [] : [`entity ${entity}`]),
    ...(bill.shipmentId === null ? [] : [`shipment ${bill.shipmentId}`]),
  ];
}

/** Of two that wait, the later one is the doubtful one; one that was approved already makes any other doubtful. */
function comesBefore(other: BillRecord, bill: BillRecord): boolean {
  if (other.id === bill.id) return false;
  if (other.status === 'APPROVED_TO_PAY' || other.status === 'PAID') return true;
  return other.createdAt === bill.createdAt ? other.id < bill.id : other.createdAt < bill.createdAt;
}
