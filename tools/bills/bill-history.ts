import { normalizeReference } from '../../src/domain/money/bill-reference.ts';
import { extractNameFamily } from '../../src/domain/parties/payee-name.ts';
import { expressionBuilder, type Expression, type InferResult, type SqlBool } from 'kysely';
import type { CopyRows } from '../../src/copy-tables/index.ts';
import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { distinct } from '../records/distinct.ts';
import { type BillRow, selectBills, toBillRows } from './bill-row.ts';

/** Selects all bills of the same shipments and the same work, and those with such a number. */
export function selectAlikeBills({ db }: Pick<CopiedRecords, 'db'>, bills: readonly BillRow[]) {
  const cores = distinct(bills.map(({ reference }) => normalizeReference(reference)?.core || null));
  return selectBills(db).where(
    toAny([
      isAmongValues('b.shipment_id', distinct(bills.map(({ shipmentId }) => shipmentId))),
      isAmongValues('b.load_carrier_id', distinct(bills.map(({ loadCarrierId }) => loadCarrierId))),
      isAmongValues('b.service_id', distinct(bills.map(({ vendedServiceId }) => vendedServiceId))),
      isAmongValues('b.reference_core', cores),
    ]),
  );
}

/** Picks the other bills of the same work, and of the same payees or payees of such a name. */
export function pickAlikeBills(
  rows: InferResult<ReturnType<typeof selectAlikeBills>>,
  bills: readonly BillRow[],
): readonly BillRow[] {
  const ids = new Set(bills.map(({ id }) => id));
  const works = new Set(bills.flatMap(worksIn));
  const payees = new Map(bills.flatMap((bill) => payeesIn(bill).map((payee) => [payee.id, payee])));
  const families = new Set([...payees.values()].map(readFamily));
  const isAlike = (bill: BillRow) =>
    worksIn(bill).some((work) => works.has(work)) ||
    payeesIn(bill).some((payee) => payees.has(payee.id) || families.has(readFamily(payee)));
  return toBillRows(rows).filter((bill) => !ids.has(bill.id) && isAlike(bill));
}

const toAny = (conditions: readonly Expression<SqlBool>[]) => expressionBuilder<CopyRows>().or([...conditions]);

const worksIn = ({ shipmentId, loadCarrierId, vendedServiceId }: BillRow) =>
  distinct([shipmentId, loadCarrierId, vendedServiceId]);

const payeesIn = ({ carrier, vendor }: BillRow) => [carrier ?? vendor].filter((payee) => payee !== null);

/** One that is on record twice bills the same under either of its records. */
const readFamily = ({ name }: { readonly name: string }): string => extractNameFamily(recordText(name, 'list'));

const gravity: Readonly<Record<string, number>> = { PAID: 2, APPROVED_TO_PAY: 1 };
const gravityOf = ({ status }: BillRow): number => gravity[status] ?? 0;

/** Money that is gone, then money that is promised, then the latest. */
export const gravestFirst = <Bill extends BillRow>(bills: readonly Bill[]): readonly Bill[] =>
  bills.toSorted((left, right) => gravityOf(right) - gravityOf(left) || latestFirst(left, right));

function latestFirst(left: BillRow, right: BillRow): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? 1 : -1;
  return left.id < right.id ? 1 : -1;
}
