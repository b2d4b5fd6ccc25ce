import { payments } from '../../contract/receivables/payments.ts';
import type { PageInfo } from '../../contract/types.ts';
import type { ServiceContext } from '../shared/context.ts';
import { filterPage } from '../filter/page.ts';
import { type ShownPayment, showPayments } from './payment-view.ts';

const { customerId, deletedAt } = payments.filter.filter;

const source = {
  table: 'payment',
  fields: { customerId, deletedAt },
  columns: { customerId: 'customer_id', deletedAt: 'deleted_at' },
} as const;

interface CustomerPaymentsInput {
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/** Lists a page of a customer's payments, newest first. */
export async function listCustomerPayments(
  ctx: ServiceContext,
  id: string,
  { pageSize, cursor }: CustomerPaymentsInput,
): Promise<{ data: ShownPayment[]; pagination: PageInfo }> {
  const { rows, page } = await filterPage(ctx, source, { filter: { customerId: { equalTo: id } }, pageSize, cursor });
  return { data: await showPayments(ctx, rows), pagination: page };
}
