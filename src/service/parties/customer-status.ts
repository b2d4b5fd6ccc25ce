import type { customerStatuses } from '../../domain/parties/customer-codes.ts';
import { WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { defined } from '../shared/fields.ts';

type CustomerStatus = (typeof customerStatuses)[number];

interface StatusInput {
  readonly status?: CustomerStatus | undefined;
  readonly deactivationDate?: string | null | undefined;
  readonly deactivationReason?: string | null | undefined;
  readonly deactivationNotes?: string | null | undefined;
}

/**
 * What a new status brings with it. CLOSED is permanent and keeps when it came; INACTIVE without a date is deactivated
 * now; a customer that is not inactive any more has no deactivation, except what the same request names.
 */
export function statusColumns(
  before: string | undefined,
  { status, deactivationDate, deactivationReason, deactivationNotes }: StatusInput,
  now: string,
): Partial<Row<'customer'>> {
  if (status === undefined || status === before) return {};
  if (before === 'CLOSED') {
    throw new WaybillError(
      'CONFLICT',
      'The customer is CLOSED, which is permanent: its status cannot change any more.',
    );
  }
  if (status === 'CLOSED') return { closed_at: now };
  if (status === 'INACTIVE') return defined({ deactivation_date: deactivationDate === undefined ? now : undefined });
  if (before !== 'INACTIVE') return {};
  return defined({
    deactivation_date: deactivationDate === undefined ? null : undefined,
    deactivation_reason: deactivationReason === undefined ? null : undefined,
    deactivation_notes: deactivationNotes === undefined ? null : undefined,
  });
}
