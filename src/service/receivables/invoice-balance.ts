import { invoiceBalanceAction, invoiceLifecycle, owedCents } from '../../domain/money/invoice.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { formatMoney } from '../../domain/money/money.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { followBalance } from './invoiced-order.ts';
import { changeRecord } from '../shared/records.ts';

/** What an invoice gets, or gives back where negative. */
interface InvoiceMoney {
  readonly paidCents: number;
  readonly creditedCents: number;
}

/** Moves the balance of a locked invoice; its status, its order and their shipment follow. `by` is who did it. */
export async function changeInvoiceBalance(
  ctx: ServiceContext,
  invoice: Row<'invoice'>,
  { paidCents, creditedCents }: InvoiceMoney,
  by: string,
): Promise<void> {
  const paid = invoice.paid_cents + paidCents;
  const credited = invoice.credited_cents + creditedCents;
  const open = owedCents({ amountCents: invoice.amount_cents, paidCents: paid, creditsCents: credited });
  const before = invoice.paid_cents + invoice.credited_cents;
  const action = invoiceBalanceAction(before, { appliedCents: paid + credited, openCents: open });
  const { status } = invoice;
  const changed = await changeRecord(
    ctx,
    'invoice',
    invoice,
    {
      paid_cents: paid,
      credited_cents: credited,
      owed_cents: open,
      status: action === null ? status : advance(invoiceLifecycle, status, action),
    },
    { status, paid_cents: invoice.paid_cents, credited_cents: invoice.credited_cents },
  );
  if (action === null) return;
  const text = `${by}: ${formatMoney(open, invoice.currency)} of ${formatMoney(invoice.amount_cents, invoice.currency)} is open, ${changed.status}.`;
  await recordActivity(ctx, { recordType: 'invoice', recordId: invoice.id, text });
  await followBalance(ctx, changed);
}
