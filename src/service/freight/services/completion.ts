import { listAllowedActions } from '../../../domain/kit/lifecycle.ts';
import { advance } from '../../../domain/kit/transitions.ts';
import { serviceLifecycle } from '../../../domain/freight/service.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { lockShipment } from '../lock-shipment.ts';

/**
 * What a date of completion, or its removal, does to the status: the vendor's invoice is awaited once the work is done,
 * and no longer when it is not, unless the freight was delivered. Work that was billed stays as billing has it, and what
 * was canceled stays canceled but comes back as the date says.
 */
export async function completionChange(
  ctx: ServiceContext,
  row: Row<'service'>,
  completedDate: string | null,
): Promise<Partial<Row<'service'>>> {
  const shipment = await lockShipment(ctx, row.shipment_id);
  const action = completedDate === null ? 'reopen' : 'complete';
  if (action === 'reopen' && shipment.status === 'DELIVERED') return {};
  const column = row.status === 'CANCELED' ? 'status_before_cancel' : 'status';
  const status = row[column] ?? row.status;
  if (!listAllowedActions(serviceLifecycle, status).includes(action)) return {};
  return { [column]: advance(serviceLifecycle, status, action) };
}
