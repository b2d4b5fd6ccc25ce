import { computeDueDate } from '../../domain/kit/dates.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import { findRecord } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireReference } from '../shared/records.ts';
import type { ReferenceInput } from '../../contract/types.ts';

type LedgerName = 'payables' | 'receivables';

/** Resolves the payment term that a request names; 422 if it doesn't exist or may not be used here. */
export async function requireTerm(ctx: ServiceContext, id: string, ledger: LedgerName): Promise<Row<'payment_term'>> {
  const term = await requireReference(ctx, 'payment_term', 'paymentTermId', { id });
  requireUsable(term, ledger, 'paymentTermId');
  return term;
}

function requireUsable(term: Row<'payment_term'>, ledger: LedgerName, field: string): void {
  if (term.do_not_use === 1) throw createFieldError('VALIDATION_ERROR', field, `${term.name} is blocked for new use`);
  if (ledger === 'receivables' && term.ap_only === 1)
    throw createFieldError('VALIDATION_ERROR', field, `${term.name} is for payables only`);
}

interface StatedDates {
  readonly invoiceDate: string | null;
  readonly dueDate?: string | null | undefined;
}

/** Refuses a due date that is not the one of the payment term which the same request names. */
export function requireTermDueDate(term: Row<'payment_term'>, { invoiceDate, dueDate }: StatedDates): void {
  if (!invoiceDate || !dueDate || term.days === null) return;
  const dueDateOfTerm = computeDueDate(invoiceDate, term.days);
  if (dueDate === dueDateOfTerm) return;
  const message = `${term.name} makes ${invoiceDate} due on ${dueDateOfTerm}, not ${dueDate}; send one of the two, or make them agree`;
  throw new WaybillError('VALIDATION_ERROR', `dueDate: ${message}`, {
    details: ['dueDate', 'paymentTermId'].map((field) => ({ field, message })),
  });
}

interface TermOfParty {
  readonly field: string;
  /** Undefined leaves the term, null clears it. */
  readonly reference: ReferenceInput | null | undefined;
  readonly ledger: LedgerName;
  /** The term that the record has: it may stay even where it could not be chosen any more. */
  readonly current: string | null;
}

/** Resolves the term of a party's record; 422 if it doesn't exist or may not be used here. */
export async function resolvePartyTerm(
  ctx: ServiceContext,
  { field, reference, ledger, current }: TermOfParty,
): Promise<string | null | undefined> {
  if (reference === null || reference === undefined) return reference;
  const term = await requireReference(ctx, 'payment_term', field, reference);
  if (term.id !== current) requireUsable(term, ledger, field);
  return term.id;
}

/** Resolves the term of a payee's record; 422 if it doesn't exist or may not be used here. */
export const resolvePayeeTerm = (
  ctx: ServiceContext,
  { paymentTermId: id }: { readonly paymentTermId?: string | null | undefined },
  current: string | null,
): Promise<string | null | undefined> =>
  resolvePartyTerm(ctx, {
    field: 'paymentTermId',
    reference: id === null || id === undefined ? id : { id },
    ledger: 'payables',
    current,
  });

/** Finds the term that applies: the one that the request names, or else the party's, or null. */
export async function findApplyingTerm(
  ctx: ServiceContext,
  ledger: LedgerName,
  requestedTermId: string | undefined,
  partyTermId: string | null,
): Promise<Row<'payment_term'> | null> {
  if (requestedTermId !== undefined) return requireTerm(ctx, requestedTermId, ledger);
  return partyTermId === null ? null : ((await findRecord(ctx, 'payment_term', partyTermId, 'id')) ?? null);
}
