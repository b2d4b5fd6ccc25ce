import type { ChargeCode } from '../../../domain/charges/charge-codes.ts';
import { computeChargeLineCents, hasContradiction } from '../../../domain/money/charge-line.ts';
import { fromCents } from '../../../domain/money/money.ts';
import { createFieldError, WaybillError } from '../../../errors.ts';
import type { Row } from '../../../store/schema.ts';
import { selectIn } from '../../../store/select-in.ts';
import { findChargeCode, findChargeCodeByKey } from '../../shared/catalogs.ts';
import type { ServiceContext } from '../../shared/context.ts';
import type { Charge, ChargeInput } from '../../../contract/types.ts';

export type ChargeOwnerType = 'ORDER' | 'LOAD_CARRIER' | 'SERVICE';
export type ShownCharge = Charge;

/** Largest size of a line: what `amount` itself may be. */
const lineCentsMax = 99_999_999_900;

interface NewCharges {
  readonly ownerType: ChargeOwnerType;
  readonly ownerId: string;
  readonly charges: readonly ChargeInput[] | undefined;
  /** Currency of the record that is charged. */
  readonly currency: string;
  /** Path of the list in the request, for refusals: `orders.0.charges`. */
  readonly field: string;
  /** Number of lines before these. */
  readonly after?: number;
}

/** Writes the lines of a new record, or of one whose lines were just removed. */
export async function insertCharges(
  ctx: ServiceContext,
  { ownerType, ownerId, charges, currency, field, after = 0 }: NewCharges,
): Promise<void> {
  if (!charges || charges.length === 0) return;
  const rows = charges.map((input, index): Row<'charge'> => {
    const at = `${field}.${index}`;
    return {
      id: ctx.newId(),
      organization_id: ctx.organizationId,
      owner_type: ownerType,
      owner_id: ownerId,
      charge_code_id: requireChargeCode(input, at).id,
      description: input.description ?? null,
      ...computeLineAmounts({ ...input, currency }, at),
      position: after + index,
    };
  });
  await ctx.db.insertInto('charge').values(rows).execute();
}

/** Writes new lines in place of those a record had. */
export async function replaceCharges(ctx: ServiceContext, charges: NewCharges): Promise<void> {
  await ctx.db
    .deleteFrom('charge')
    .where('organization_id', '=', ctx.organizationId)
    .where('owner_id', '=', charges.ownerId)
    .execute();
  await insertCharges(ctx, charges);
}

/** Reads the lines of each owner, in order. */
export async function readCharges(
  ctx: ServiceContext,
  ownerIds: Iterable<string>,
): Promise<Map<string, Row<'charge'>[]>> {
  return Map.groupBy(await chargeRows(ctx, ownerIds), ({ owner_id: ownerId }) => ownerId);
}

const chargeRows = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('charge')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('owner_id', 'in', ids)
    .orderBy('position'),
);

/** Sums the lines of each owner, in cents; an owner without lines is left out. */
export async function sumCharges(
  ctx: ServiceContext,
  ownerIds: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const totals = new Map<string, number>();
  for (const { owner_id: ownerId, total_cents: cents } of await chargeAmounts(ctx, ownerIds))
    totals.set(ownerId, (totals.get(ownerId) ?? 0) + cents);
  return totals;
}

const chargeAmounts = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('charge')
    .select(['owner_id', 'total_cents'])
    .where('organization_id', '=', organizationId)
    .where('owner_id', 'in', ids),
);

export const totalCents = (rows: readonly Row<'charge'>[] | undefined): number =>
  (rows ?? []).reduce((sum, row) => sum + row.total_cents, 0);

export function showCharge(row: Row<'charge'>): ShownCharge {
  const code = findChargeCode(row.charge_code_id);
  return {
    id: row.id,
    chargeCodeId: row.charge_code_id,
    chargeCode: {
      id: row.charge_code_id,
      code: code?.code ?? String(row.charge_code_id),
      name: code?.name ?? 'Unknown',
    },
    description: row.description,
    // Lines that were stored with another amount beside their rate count with the rate.
    amount: fromCents(row.rate === null ? row.amount_cents : row.total_cents),
    quantity: row.quantity,
    rate: row.rate,
    total: fromCents(row.total_cents),
  };
}

function requireChargeCode({ chargeCodeId, chargeCode }: ChargeInput, at: string): ChargeCode {
  const id = chargeCodeId ?? (chargeCode && 'id' in chargeCode ? chargeCode.id : undefined);
  const key = chargeCode && 'key' in chargeCode ? chargeCode.key : undefined;
  const entry = id === undefined ? findChargeCodeByKey(key ?? '') : findChargeCode(id);
  if (entry) return entry;
  throw createFieldError(
    'VALIDATION_ERROR',
    `${at}.${chargeCodeId === undefined ? 'chargeCode' : 'chargeCodeId'}`,
    'is not in the catalog',
  );
}

function computeLineAmounts(line: ChargeInput & { readonly currency: string }, at: string) {
  const { quantity, rate } = line;
  const total = computeChargeLineCents(line, `${at}.amount`);
  if (Math.abs(total) > lineCentsMax)
    throw createFieldError('VALIDATION_ERROR', `${at}.rate`, 'makes a line of more than 999,999,999');
  if (hasContradiction(line)) throw buildContradiction(total, at);
  return { amount_cents: total, quantity, rate: rate ?? null, total_cents: total };
}

/**
 * Builds the refusal of a line whose amount and rate contradict each other. Neither is stored, because either may be
 * right.
 */
function buildContradiction(total: number, at: string): WaybillError {
  const message = `rate x quantity is ${fromCents(total)}; send either the amount or the rate, or make them agree`;
  return new WaybillError('VALIDATION_ERROR', `${at}.amount: ${message}`, {
    details: ['amount', 'rate'].map((name) => ({ field: `${at}.${name}`, message })),
  });
}
