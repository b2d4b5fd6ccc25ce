import { fieldError } from '../errors.ts';
import { findRecord } from '../store/records.ts';
import type { Row } from '../store/schema.ts';
import type { ServiceContext } from './context.ts';
import { requireReference } from './records.ts';

type Ledger = 'payables' | 'receivables';

/** The payment term a request names; 422 when it does not exist or may not be used here. */
export async function requireTerm(ctx: ServiceContext, id: string, ledger: Ledger): Promise<Row<'payment_term'>> {
  const term = await requireReference(ctx, 'payment_term', 'paymentTermId', { id });
  if (term.do_not_use === 1)
    throw fieldError('VALIDATION_ERROR', 'paymentTermId', `${term.name} is blocked for new use`);
  if (ledger === 'receivables' && term.ap_only === 1) {
    throw fieldError('VALIDATION_ERROR', 'paymentTermId', `${term.name} is for payables only`);
  }
  return term;
}

/** The term that applies: the one the request names, else the party's own, else none. */
export async function applyingTerm(
  ctx: ServiceContext,
  ledger: Ledger,
  named: string | undefined,
  ofParty: string | null,
): Promise<Row<'payment_term'> | null> {
  if (named !== undefined) return requireTerm(ctx, named, ledger);
  return ofParty === null ? null : ((await findRecord(ctx, 'payment_term', ofParty, 'id')) ?? null);
}
