import { fromCents, sumByCurrency } from '../../src/domain/money/money.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { localPage, type PageAsked } from '../../src/mcp/results/page.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { chosenFields } from '../arguments/list-arguments.ts';
import { contactForMoney } from '../customers/customer-contacts.ts';
import {
  customersOverLimit,
  exposureDefinition,
  exposureOperations,
  type OverLimit,
} from '../customers/customer-exposure.ts';
import { column, moneyColumn, textColumn, withCurrency } from '../records/columns.ts';

export const overCreditOperations = [...exposureOperations, 'customers.filter'] as const;

const columns: readonly ListColumn[] = [
  column('friendlyId', 'No.'),
  textColumn('name', 'Customer'),
  column('currency', 'Currency'),
  moneyColumn('overBy', 'Over by'),
  moneyColumn('limit', 'Limit'),
  moneyColumn('exposure', 'Exposure'),
  moneyColumn('open', 'Open invoices'),
  moneyColumn('unbilled', 'Not invoiced'),
  moneyColumn('booked', 'Booked'),
  textColumn('contact', 'Call'),
];
const onRequest = ['id'];

/** Who is over its credit limit, and by what. */
export async function overCreditReport(ctx: ToolContext, page: PageAsked) {
  const fields = chosenFields(page.fields, { columns, onRequest });
  const { over, coverage } = await customersOverLimit(ctx);
  const [first] = over;
  return listResult({
    summary: `${over.length === 0 ? 'No customer is' : over.length === 1 ? '1 customer is' : `${over.length} customers are`} over the credit limit on record. ${exposureDefinition}`,
    asOf: ctx.now(),
    total: coverage === undefined ? over.length : null,
    totals: sumByCurrency(
      over.map(({ exposure, limitCents }) => ({
        currency: exposure.currency,
        amountCents: exposure.totalCents - limitCents,
      })),
    ),
    ...localPage(ctx, over.map(rowOf), page),
    ...withCurrency({ columns, fields, format: page.format ?? 'table' }),
    onRequest,
    ...(coverage !== undefined && { coverage }),
    ...(first && {
      nextActions: [
        {
          tool: 'get_customer',
          arguments: { customer: first.customer.friendlyId },
          why: 'the first, with what it owes',
        },
      ],
    }),
  });
}

function rowOf({ customer, exposure, limitCents }: OverLimit): ListRow {
  const contact = contactForMoney(customer);
  return {
    id: customer.id,
    friendlyId: customer.friendlyId,
    name: customer.name,
    currency: exposure.currency,
    overBy: fromCents(exposure.totalCents - limitCents),
    limit: fromCents(limitCents),
    exposure: fromCents(exposure.totalCents),
    open: fromCents(exposure.openCents),
    unbilled: fromCents(exposure.unbilledCents),
    booked: fromCents(exposure.bookedCents),
    contact: contact === null ? null : [contact.name, contact.phone ?? 'no phone on record'].join(' '),
  };
}
