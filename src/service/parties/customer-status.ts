import type { customerStatuses } from '../../domain/parties/customer-codes.ts';
import { WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { dropUndefined } from '../shared/fields.ts';

type StoredCustomerStatus = (typeof customerStatuses)[number];

interface StatusInput {
  readonly status?: StoredCustomerStatus | undefined;
  readonly deactivationDate?: string | null | undefined;
  readonly deactivationReason?: string | null | undefined;
  readonly deactivationNotes?: string | null | undefined;
}

/**
 * Builds the columns that change with a new status. CLOSED is permanent and records its time. INACTIVE without a date
 * is deactivated now. A customer that becomes active again loses its deactivation, unless the same request states one.
 */
export function buildStatusColumns(
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
  if (status === 'INACTIVE')
    return dropUndefined({ deactivation_date: deactivationDate === undefined ? now : undefined });
  if (before !== 'INACTIVE') return {};
  return dropUndefined({
    deactivation_date: deactivationDate === undefined ? null : undefined,
    deactivation_reason: deactivationReason === undefined ? null : undefined,
    deactivation_notes: deactivationNotes === undefined ? null : undefined,
  });
}
