import { formatCall } from '../../../src/mcp/text/format-call.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { formatTitleName } from '../../records/record-names.ts';
import type { PlanPart } from '../kit/plan-part.ts';

/** Plans the release of a shipment for invoicing, or its hold, in the words of the desk. */
export function planReadiness(name: OperationName, current: JsonObject | undefined): PlanPart {
  if (current === undefined) return {};
  if (name !== 'shipments.readyToInvoice' && name !== 'shipments.notReadyToInvoice') return {};
  const isRelease = name === 'shipments.readyToInvoice';
  const shipment = formatTitleName({ resource: 'shipments', record: current });
  const back = formatCall('set_invoice_readiness', { shipments: [current['friendlyId']], ready: !isRelease });
  return {
    title: isRelease ? `Release ${shipment} for invoicing` : `Hold ${shipment} back from invoicing`,
    undo: isRelease ? 'It can be held back again while it is not invoiced.' : 'It can be released again.',
    undoCall: back,
  };
}
