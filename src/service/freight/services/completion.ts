import { listAllowedActions } from '../../../domain/kit/lifecycle.ts';
import { advance } from '../../../domain/kit/transitions.ts';
import { serviceLifecycle } from '../../../domain/freight/service.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { lockShipment } from '../lock-shipment.ts';

/**
 * Computes the status change of setting or removing the completion date. The vendor's invoice is awaited once the work
 * is done or the freight is delivered. Billed work keeps its status. Canceled work stays canceled, and is restored to
 * the status that the date implies.
 */
export async function computeCompletionChange(
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
