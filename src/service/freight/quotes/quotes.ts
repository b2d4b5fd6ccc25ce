import { findActionToward } from '../../../domain/kit/transitions.ts';
import { computePercent, convertToCents } from '../../../domain/money/money.ts';
import {
  finalQuoteStatuses,
  moveQuote,
  type QuoteInputs,
  quoteLifecycle,
  type QuoteStatus,
} from '../../../domain/quotes/quote.ts';
import { createFieldError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { createFieldMap } from '../../shared/fields.ts';
import { readShipmentNumbers, showOrderSummaries } from '../orders/view.ts';
import {
  carrierReferences,
  customerReferences,
  requireShown,
  showReference,
  showStamps,
  userReferences,
} from '../../identifiers/references.ts';
import type { Quote, QuotePatch } from '../../../contract/types.ts';

export const quoteFields = createFieldMap<Row<'quote'>>()({ amount: 'cents', target: 'cents', expiresAt: 'plain' });

/** Collects the inputs of the quote's rules. */
export function collectQuoteInputs(row: Row<'quote'>, now: string): QuoteInputs {
  return {
    amountCents: row.amount_cents,
    expiresAt: row.expires_at,
    lostReason: row.lost_reason,
    lostReasonText: row.lost_reason_text,
    shipmentId: row.shipment_id,
    now: new Date(now),
  };
}

interface Prices {
  readonly amount?: number | null | undefined;
  readonly target?: number | null | undefined;
}

/** Refuses prices that the quote's currency cannot express. */
export function requirePriceUnits({ amount, target }: Prices, currency: string): void {
  for (const [field, price] of Object.entries({ amount, target })) if (price) convertToCents(price, currency, field);
}

/** Computes the columns that a patch changes; 409 if the status doesn't allow it, 422 if something is missing. */
export function computeQuoteChange(row: Row<'quote'>, patch: QuotePatch, now: string): Partial<Row<'quote'>> {
  requirePriceUnits(patch, row.currency);
  const columns = quoteFields.toRow(patch);
  const status = patch.status ?? row.status;
  const next = { ...row, ...columns, ...buildLossColumns(row, patch, status) };
  const inputs = collectQuoteInputs(next, now);
  if (patch.status !== undefined)
    moveQuote(row.status, findActionToward(quoteLifecycle, row.status, patch.status), inputs);
  else checkEdit(status, patch, inputs);
  return {
    ...columns,
    status,
    lost_reason: next.lost_reason,
    lost_reason_text: next.lost_reason_text,
    closed_time: computeClosedTime(row, status, now),
  };
}

/** Computes the time at which the quote was won or lost. It stays the same while the status does. */
export function computeClosedTime(row: Row<'quote'>, status: QuoteStatus, now: string): string | null {
  if (status !== 'WON' && status !== 'LOST') return null;
  return row.status === status ? row.closed_time : now;
}

/** Builds the columns of the lost reason. Only a lost quote has a reason, and its text belongs to that reason. */
function buildLossColumns(row: Row<'quote'>, { lostReason, lostReasonText }: QuotePatch, status: QuoteStatus) {
  if (status === 'LOST') {
    const text = lostReason === undefined || lostReason === row.lost_reason ? row.lost_reason_text : null;
    return {
      lost_reason: lostReason ?? row.lost_reason,
      lost_reason_text: lostReasonText === undefined ? text : lostReasonText,
    };
  }
  const isStray = lostReason !== undefined || (lostReasonText ?? null) !== null;
  if (isStray)
    throw createFieldError(
      'VALIDATION_ERROR',
      lostReason === undefined ? 'lostReasonText' : 'lostReason',
      'is for a quote that is LOST',
    );
  return { lost_reason: null, lost_reason_text: null };
}

const isFinal = (status: QuoteStatus) => finalQuoteStatuses.some((final) => final === status);

/**
 * Checks an edit that doesn't change the status. It must keep the values that the status requires, and a new price
 * needs an expiry in the future.
 */
function checkEdit(status: QuoteStatus, { amount, lostReason, lostReasonText }: QuotePatch, inputs: QuoteInputs): void {
  if (status === 'LOST' && (lostReason !== undefined || lostReasonText !== undefined))
    moveQuote('LOST', 'lose', inputs);
  if (isFinal(status)) return;
  const setsPrice = typeof amount === 'number';
  const losesPrice = status === 'QUOTED' && inputs.amountCents === null;
  if (losesPrice || setsPrice) moveQuote('REQUESTED', 'quote', inputs);
}

/** Quotes as the API shows them: one query per kind of reference. */
export async function showQuotes(ctx: ServiceContext, rows: readonly Row<'quote'>[]): Promise<Quote[]> {
  const listIds = (pick: (row: Row<'quote'>) => string | null) => rows.map(pick);
  const customers = await customerReferences(
    ctx,
    listIds((row) => row.customer_id),
  );
  const carriers = await carrierReferences(
    ctx,
    listIds((row) => row.carrier_id),
  );
  const users = await userReferences(ctx, [
    ...listIds((row) => row.assignee_id),
    ...listIds((row) => row.deleted_by_id),
  ]);
  const orders = await showOrderSummaries(
    ctx,
    rows.map((row) => row.order_id),
  );
  const shipmentKeys = await readShipmentNumbers(
    ctx,
    listIds((row) => row.shipment_id),
  );
  return rows.map((row) => ({
    ...showStamps(row),
    ...showPlainFields(row),
    deletedBy: showReference(users, row.deleted_by_id),
    customer: showReference(customers, row.customer_id),
    carrier: showReference(carriers, row.carrier_id),
    order: requireShown(orders, row.order_id),
    assignee: showReference(users, row.assignee_id),
    shipmentKey: showReference(shipmentKeys, row.shipment_id),
  }));
}

function showPlainFields(row: Row<'quote'>) {
  return {
    ...quoteFields.toWire(row),
    friendlyId: row.friendly_id,
    side: row.side,
    status: row.status,
    margin: computeMarginPercent(row),
    currency: row.currency,
    lostReason: row.lost_reason,
    lostReasonText: row.lost_reason_text,
    closedTime: row.closed_time,
    shipmentId: row.shipment_id,
  };
}

function computeMarginPercent({ amount_cents: amount, target_cents: target }: Row<'quote'>): number | null {
  return amount === null || target === null ? null : computePercent(amount - target, amount);
}
