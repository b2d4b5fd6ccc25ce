import type { Undo } from '../../../src/mcp/text/undo-text.ts';
import { listAllowedActions } from '../../../src/domain/kit/lifecycle.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import {
  type QuoteStatus,
  canRestoreQuoteStatus,
  finalQuoteStatuses,
  quoteLifecycle,
} from '../../../src/domain/quotes/quote.ts';
import { formatCode } from '../../../src/domain/text/code-words.ts';
import { WaybillError } from '../../../src/errors.ts';
import { formatCall } from '../../../src/mcp/text/format-call.ts';
import { recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import type { PlanLine } from '../../../src/mcp/tool/plan.ts';
import { describeNoWayBack } from '../../quotes/quote-undo.ts';
import { quoteLines } from '../../quotes/quote-view.ts';
import type { QuoteRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';

const actions = { LOST: 'lose', PASS: 'pass', CANCELED: 'cancel' } as const;

/** Status in which a quote ends without a shipment. */
export type ClosedStatus = keyof typeof actions;

const isClosedStatus = (status: unknown): status is ClosedStatus =>
  typeof status === 'string' && Object.hasOwn(actions, status);

/** Plans another status of a quote: closing it can't be undone, and no status leads back to an open one. */
export function planQuoteDecision(
  { timeZone }: Pick<ToolContext, 'timeZone'>,
  input: JsonObject,
  current: JsonObject,
): PlanPart {
  // The API's own reading of a quote has the shape that the contract declares.
  const quote = current as unknown as QuoteRecord;
  const { status } = input;
  if (status === undefined || status === quote.status) return {};
  if (!isClosedStatus(status)) return { ...describeOpenUndo(quote, status) };
  const obstacle = findClosingObstacle(quote, status);
  if (obstacle !== undefined) throw new WaybillError('CONFLICT', `Quote ${quote.friendlyId} ${obstacle}.`);
  return {
    title: `Close quote ${quote.friendlyId} as ${formatCode(status)}`,
    lines: [
      { label: 'Status', before: formatCode(quote.status), after: formatCode(status) },
      ...listReasonLines(input),
      ...quoteLines(quote, timeZone),
    ],
    members: new Set(['status', 'lostReason', 'lostReasonText']),
    ids: new Set([quote.id, quote.order.id, ...(quote.customer ? [quote.customer.id] : [])]),
    ...(!canRestoreQuoteStatus(status, quote.status) && {
      undo: `Can't be undone: it doesn't become ${formatCode(quote.status)} again. A new request can be recorded.`,
      undoCall: 'create_quote',
      isFinal: true,
    }),
  };
}

/** Describes why a quote can't be closed so; undefined where it can, or its status is one that Waybill doesn't know. */
export function findClosingObstacle(quote: QuoteRecord, status: ClosedStatus): string | undefined {
  if (quote.shipmentId !== null && status === 'LOST') {
    const shipment = quote.shipmentKey === null ? 'a shipment' : `shipment ${quote.shipmentKey}`;
    return `is ${formatCode(quote.status)} and became ${shipment}: it can't be lost any more`;
  }
  const isKnown = Object.hasOwn(quoteLifecycle, quote.status);
  if (!isKnown || listAllowedActions(quoteLifecycle, quote.status).includes(actions[status])) return undefined;
  return `is ${formatCode(quote.status)}: only an open quote can be ${formatCode(status)}`;
}

const isFinalStatus = (status: unknown): status is QuoteStatus => finalQuoteStatuses.some((final) => final === status);

function describeOpenUndo(quote: QuoteRecord, status: unknown): Undo | undefined {
  if (canRestoreQuoteStatus(status, quote.status)) return undefined;
  if (!isFinalStatus(status)) return describeNoWayBack(quote);
  return {
    undo: `The quote can't go back to ${formatCode(quote.status)}. It can be closed while it has no shipment.`,
    undoCall: formatCall('close_quote', { quotes: [quote.friendlyId], outcome: 'lost' }),
  };
}

function listReasonLines({ lostReason, lostReasonText }: JsonObject): readonly PlanLine[] {
  if (typeof lostReason !== 'string') return [];
  const words = formatCode(lostReason);
  // The person's own words add nothing where they are the reason itself.
  const isSaid = typeof lostReasonText === 'string' && lostReasonText.trim().toLowerCase() !== words;
  const text = isSaid ? recordText(lostReasonText, 'list') : undefined;
  const parts = [lostReason === 'OTHER' && text !== undefined ? undefined : words, text];
  return [{ label: 'Reason', before: null, after: parts.filter((part) => part !== undefined).join(', ') }];
}
