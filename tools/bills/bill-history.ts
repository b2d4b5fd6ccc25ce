import { normaliseReference } from '../../src/domain/money/bill-reference.ts';
import { payeeFamily } from '../../src/domain/parties/payee-name.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { allOf, anyOf, isNoneOf, isOneOf } from '../copied/conditions.ts';
import type { Reader } from '../copied/rows.ts';
import { distinct } from '../records/distinct.ts';
import type { BillRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import { type BillRow, billRows, billTables } from './bill-row.ts';

export interface BillHistory {
  /** The bills and whatever may repeat them; what is paid or approved first, then the latest. */
  readonly bills: readonly BillRecord[];
}

/** They are found in the copy, among all bills there ever were, and read from the API. */
export async function billHistory(ctx: ToolContext, bills: readonly BillRecord[]): Promise<BillHistory> {
  const { read } = await copyNow(ctx, billTables);
  const others = await alikeBills(read, bills);
  const records = await recordsById<BillRecord>(
    others.map(({ id }) => id),
    (question) => scan(ctx, ctx.api.bills.filter, question),
  );
  return { bills: gravestFirst([...records.values(), ...bills]) };
}

/** All other bills of the same shipments and the same work, and those of the same payees, or payees of such a name, with such a number. */
export async function alikeBills(read: Reader, bills: readonly BillRow[]): Promise<readonly BillRow[]> {
  const cores = distinct(bills.map(({ reference }) => normaliseReference(reference)?.core || null));
  const found = await billRows(
    read,
    allOf([
      anyOf([
        isOneOf('b.shipment_id', distinct(bills.map(({ shipmentId }) => shipmentId))),
        isOneOf('b.load_carrier_id', distinct(bills.map(({ loadCarrierId }) => loadCarrierId))),
        isOneOf('b.service_id', distinct(bills.map(({ vendedServiceId }) => vendedServiceId))),
        isOneOf('b.reference_core', cores),
      ]),
      isNoneOf(
        'b.id',
        bills.map(({ id }) => id),
      ),
    ]),
  );
  const works = new Set(bills.flatMap(worksIn));
  const payees = new Map(bills.flatMap((bill) => payeesIn(bill).map((payee) => [payee.id, payee])));
  const families = new Set([...payees.values()].map(familyOf));
  const isAlike = (bill: BillRow) =>
    worksIn(bill).some((work) => works.has(work)) ||
    payeesIn(bill).some((payee) => payees.has(payee.id) || families.has(familyOf(payee)));
  return found.filter(isAlike);
}

const worksIn = ({ shipmentId, loadCarrierId, vendedServiceId }: BillRow) =>
  distinct([shipmentId, loadCarrierId, vendedServiceId]);

const payeesIn = ({ carrier, vendor }: BillRow) => [carrier ?? vendor].filter((payee) => payee !== null);

/** One that is on record twice bills the same under either of its records. */
const familyOf = ({ name }: { readonly name: string }): string => payeeFamily(recordText(name, 'list'));

const gravity: Readonly<Partial<Record<BillRow['status'], number>>> = { PAID: 2, APPROVED_TO_PAY: 1 };
const gravityOf = ({ status }: BillRow): number => gravity[status] ?? 0;

/** Money that is gone, then money that is promised, then the latest. */
export const gravestFirst = <Bill extends BillRow>(bills: readonly Bill[]): readonly Bill[] =>
  bills.toSorted((left, right) => gravityOf(right) - gravityOf(left) || latestFirst(left, right));

function latestFirst(left: BillRow, right: BillRow): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1;
  return left.id < right.id ? 1 : -1;
}
