import { normalizeReference } from '../../src/domain/bills/bill-reference.ts';
import { extractNameFamily } from '../../src/domain/parties/payee-name.ts';
import { expressionBuilder, type Expression, type InferResult, type SqlBool } from 'kysely';
import type { CopyRows } from '../../src/copy-tables/index.ts';
import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { listDistinct } from '../records/distinct.ts';
import { type BillRow, selectBills, toBillRows } from './bill-row.ts';

/** Selects all bills of the same shipments and the same work, and those with such a number. */
export function selectAlikeBills({ db }: Pick<CopiedRecords, 'db'>, bills: readonly BillRow[]) {
  const cores = listDistinct(bills.map(({ reference }) => normalizeReference(reference)?.core || null));
  return selectBills(db).where(
    toAny([
      isAmongValues('b.shipment_id', listDistinct(bills.map(({ shipmentId }) => shipmentId))),
      isAmongValues('b.load_carrier_id', listDistinct(bills.map(({ loadCarrierId }) => loadCarrierId))),
      isAmongValues('b.service_id', listDistinct(bills.map(({ vendedServiceId }) => vendedServiceId))),
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
  const works = new Set(bills.flatMap(listWorkIds));
  const payees = new Map(bills.flatMap((bill) => listPayees(bill).map((payee) => [payee.id, payee])));
  const families = new Set([...payees.values()].map(readFamily));
  const isAlike = (bill: BillRow) =>
    listWorkIds(bill).some((work) => works.has(work)) ||
    listPayees(bill).some((payee) => payees.has(payee.id) || families.has(readFamily(payee)));
  return toBillRows(rows).filter((bill) => !ids.has(bill.id) && isAlike(bill));
}

const toAny = (conditions: readonly Expression<SqlBool>[]) => expressionBuilder<CopyRows>().or([...conditions]);

const listWorkIds = ({ shipmentId, loadCarrierId, vendedServiceId }: BillRow) =>
  listDistinct([shipmentId, loadCarrierId, vendedServiceId]);

const listPayees = ({ carrier, vendor }: BillRow) => [carrier ?? vendor].filter((payee) => payee !== null);

/**
 * Reads the family of a payee's name, because a payee that is on record twice may bill the same work under either
 * record.
 */
const readFamily = ({ name }: { readonly name: string }): string => extractNameFamily(recordText(name, 'list'));

const gravity: Readonly<Record<string, number>> = { PAID: 2, APPROVED_TO_PAY: 1 };
const getGravity = ({ status }: BillRow): number => gravity[status] ?? 0;

/** Sorts bills that are paid first, then those that are approved, then the latest. */
export const sortGravestFirst = <Bill extends BillRow>(bills: readonly Bill[]): readonly Bill[] =>
  bills.toSorted((a, b) => getGravity(b) - getGravity(a) || compareLatest(a, b));

function compareLatest(a: BillRow, b: BillRow): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
