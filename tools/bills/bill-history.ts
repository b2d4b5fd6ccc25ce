import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { distinct } from '../records/distinct.ts';
import type { BillRecord } from '../records/record-types.ts';
import { chunks } from '../records/chunks.ts';

/** Bills of one chunk of payees, shipments or numbers that are read, newest first. */
const historyMax = 20_000;
const idsMax = 50;

export interface BillHistory {
  /** The bills and all others of their shipments and payees, and whoever gives the same numbers; what is paid or approved first, then the latest. */
  readonly bills: readonly BillRecord[];
  readonly coverage: string | undefined;
}

export async function billHistory(ctx: ToolContext, bills: readonly BillRecord[]): Promise<BillHistory> {
  const found = await Promise.all([
    ...ofEach(ctx, 'shipmentId', distinct(bills.map(({ shipmentId }) => shipmentId))),
    ...ofEach(ctx, 'carrierId', distinct(bills.map(({ carrier }) => carrier?.id))),
    ...ofEach(ctx, 'vendorId', distinct(bills.map(({ vendor }) => vendor?.id))),
    // A payee that is on record twice bills the same under either of its records.
    ...ofEach(ctx, 'reference', distinct(bills.map(({ reference }) => reference))),
  ]);
  const all = new Map([...found.flatMap(({ rows }) => rows), ...bills].map((bill) => [bill.id, bill]));
  const isComplete = found.every((part) => part.isComplete);
  return {
    bills: [...all.values()].sort(gravestFirst),
    coverage: isComplete
      ? undefined
      : `Duplicates were looked for among the newest ${historyMax} bills of these payees, not among all.`,
  };
}

const gravity: Readonly<Partial<Record<BillRecord['status'], number>>> = { PAID: 2, APPROVED_TO_PAY: 1 };
const gravityOf = ({ status }: BillRecord): number => gravity[status] ?? 0;

/** Money that is gone, then money that is promised. */
function gravestFirst(left: BillRecord, right: BillRecord): number {
  return gravityOf(right) - gravityOf(left) || (left.createdAt < right.createdAt ? 1 : -1);
}

const partOf = {
  shipmentId: ({ shipmentId }: BillRecord) => shipmentId,
  carrierId: ({ carrier }: BillRecord) => carrier?.id,
  vendorId: ({ vendor }: BillRecord) => vendor?.id,
  reference: ({ reference }: BillRecord) => reference,
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
