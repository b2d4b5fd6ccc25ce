import type { bills } from '../../src/contract/payables/bills.ts';
import type { FilterOf } from '../../src/contract/kit/filter.ts';
import { fieldError, WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { askingOf, dayOf } from '../arguments/date-words.ts';
import { carrierFinder } from '../arguments/finders.ts';
import { candidates } from '../arguments/resolve.ts';
import { vendorFinder } from '../arguments/vendor-finder.ts';
import { resolveBills } from '../bills/bill-targets.ts';
import type { BillRecord } from '../records/record-types.ts';

type BillFilter = FilterOf<NonNullable<(typeof bills)['filter']['filter']>>;

interface Wanted {
  readonly bills?: readonly string[] | undefined;
  readonly payee?: string | undefined;
  readonly dueBy?: string | undefined;
}

export interface BillsToPay {
  readonly bills: readonly BillRecord[];
  /** What texts were taken for. */
  readonly notes: readonly string[];
}

/** The bills that somebody wants paid, those included that cannot be paid yet. */
export async function billsToPay(ctx: ToolContext, { bills: typed, payee, dueBy }: Wanted): Promise<BillsToPay> {
  const until = dueBy === undefined ? undefined : dayOf(askingOf(ctx), { name: 'dueBy', text: dueBy, lean: 'future' });
  const isDue = ({ dueDate }: BillRecord) => until === undefined || (dueDate !== null && dueDate <= until);
  const named = payee === undefined ? undefined : await payeeNamed(ctx, payee);
  const isOwn = (bill: BillRecord) => named === undefined || named.isOf(bill);
  if (typed !== undefined) {
    const found = await resolveBills(ctx, typed);
    return { bills: found.bills.filter((bill) => isOwn(bill) && isDue(bill)), notes: found.notes };
  }
  if (named === undefined && until === undefined)
    throw fieldError('BAD_REQUEST', 'bills', 'name bills, a payee or a day by which they are due');
  const open: BillFilter = { status: { in: ['IN_REVIEW', 'APPROVED_TO_PAY'] } };
  const { rows } = await scan(ctx, ctx.api.bills.filter, {
    filter: { ...open, ...named?.filter, ...(until !== undefined && { dueDate: { lessThanOrEqualTo: until } }) },
  });
  return {
    bills: rows.filter((bill) => isOpen(bill) && isOwn(bill) && isDue(bill)),
    notes: named ? [`${recordText(payee ?? '', 'list')} was taken for ${named.text}`] : [],
  };
}

const isOpen = ({ status }: BillRecord) => status === 'IN_REVIEW' || status === 'APPROVED_TO_PAY';

interface NamedPayee {
  readonly text: string;
  readonly filter: BillFilter;
  readonly isOf: (bill: BillRecord) => boolean;
}

/** A carrier, a vendor or a factor; several are all named and none is chosen. */
async function payeeNamed(ctx: ToolContext, text: string): Promise<NamedPayee> {
  const [carriers, vendors, factors] = await Promise.all([
    candidates(ctx, carrierFinder, text),
    candidates(ctx, vendorFinder, text),
    factorsNamed(ctx, text),
  ]);
  const found: readonly NamedPayee[] = [
    ...carriers.records.map(({ id, friendlyId, name }) => ({
      text: `carrier ${friendlyId} ${recordText(name, 'list')}`,
      filter: { carrierId: { equalTo: id } },
      isOf: ({ carrier }: BillRecord) => carrier?.id === id,
    })),
    ...vendors.records.map(({ id, friendlyId, name }) => ({
      text: `vendor ${friendlyId} ${recordText(name, 'list')}`,
      filter: { vendorId: { equalTo: id } },
      isOf: ({ vendor }: BillRecord) => vendor?.id === id,
    })),
    ...factors,
  ];
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const details = [{ field: 'payee', message: `matches ${found.length} payees` }];
  if (!only)
    throw new WaybillError('NOT_FOUND', `payee: no carrier, vendor or factor matches ${recordText(text, 'list')}.`, {
      details,
    });
  const names = found.map((one) => one.text).join('; ');
  throw new WaybillError('AMBIGUOUS', `payee: ${recordText(text, 'list')} matches ${names}. Name one by its number.`, {
    details,
  });
}

const factorsMax = 20;

/** Its bills are those of the carriers that are paid through it now, whatever their papers name. */
async function factorsNamed(ctx: ToolContext, text: string): Promise<readonly NamedPayee[]> {
  const { rows } = await scan(ctx, ctx.api.carrierFactors.filter, {
    filter: { companyName: { includes: text.trim() } },
    rowsMax: factorsMax,
  });
  return Promise.all(
    rows.map(async ({ id, companyName }) => {
      const methods = await scan(ctx, ctx.api.carrierPaymentMethods.filter, {
        filter: { carrierFactorId: { equalTo: id } },
      });
      const carrierIds = methods.rows.map(({ carrierId }) => carrierId);
      return {
        text: `factor ${recordText(companyName, 'list')}`,
        filter: { or: [{ carrierFactorId: { equalTo: id } }, { carrierId: { in: carrierIds } }] },
        isOf: ({ carrier, carrierFactor }: BillRecord) =>
          carrierFactor?.id === id || carrierIds.includes(carrier?.id ?? ''),
      };
    }),
  );
}
