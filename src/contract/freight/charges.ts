import * as z from 'zod';
import { chargeCodes } from '../../domain/charges/charge-codes.ts';
import { hasWholeCents } from '../../domain/money/cents.ts';
import { computeChargeLineCents } from '../../domain/money/charge-line.ts';
import { fromCents } from '../../domain/money/money.ts';
import { ifAbsent, isRecord, isText, nullIfAbsent } from '../kit/absent.ts';
import { fromEarlier } from '../kit/earlier-form.ts';
import { Money, RecordName, Uuid } from '../kit/shapes.ts';

/** Returns the total of a charge line, or undefined where its numbers are missing. */
function computeTotal(
  { amount, rate, quantity }: Readonly<Record<string, unknown>>,
  owner: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
  const lineAmount = Number(amount);
  if (rate === null || rate === undefined) return Number.isFinite(lineAmount) ? lineAmount : undefined;
  return fromCents(
    computeChargeLineCents({
      rate: Number(rate),
      quantity: Number(quantity ?? 1),
      currency: findText(owner?.['currency']),
    }),
  );
}

const findText = (value: unknown): string | undefined => (isText(value) ? value : undefined);

const codesByKey = new Map(chargeCodes.map((entry) => [entry.code, entry]));

/** Reads a charge code of version 1.0.0, which has a uuid and its short code as its key; the number is that of the catalog. */
function readChargeCode(value: unknown): unknown {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['key'] !== 'string') return value;
  const { key, ...rest } = value;
  const entry = codesByKey.get(key);
  return { name: entry?.name ?? key, ...rest, id: entry?.id, code: key };
}

/** One line of an order, a load carrier or a service. `total` is `rate` x `quantity`, or `amount` without a rate. */
export const Charge = z
  .object({
    id: Uuid,
    chargeCodeId: nullIfAbsent(
      ifAbsent(z.int(), ({ chargeCode }) => (isRecord(chargeCode) ? chargeCode['id'] : undefined)),
    ),
    chargeCode: fromEarlier(
      z.object({ id: nullIfAbsent(z.int()), code: z.string(), name: RecordName }),
      readChargeCode,
    ),
    description: z.string().nullable(),
    amount: Money,
    quantity: ifAbsent(z.number(), () => 1),
    rate: z.number().nullable(),
    total: ifAbsent(Money, computeTotal),
  })
  .meta({ id: 'Charge' });

/** A charge may be a deduction, so it may be negative. */
const ChargeAmount = z
  .number()
  .min(-999_999_999)
  .max(999_999_999)
  .refine(hasWholeCents, 'must have at most two decimals');

const chargeCodeFields = {
  chargeCodeId: z.int().min(1).optional(),
  /** `key` is the short accounting code. */
  chargeCode: z
    .union([z.strictObject({ id: z.int().min(1) }), z.strictObject({ key: z.string().min(1).max(64) })])
    .optional(),
  description: z.string().max(500).optional(),
} as const;

const oneChargeCode = 'name the charge code once: chargeCodeId or chargeCode';

export const ChargeInput = z
  .strictObject({
    ...chargeCodeFields,
    amount: ChargeAmount.optional(),
    quantity: z.number().min(0).max(1_000_000).default(1),
    rate: z.number().min(-999_999_999).max(999_999_999).optional(),
  })
  .refine(hasOneChargeCode, { message: oneChargeCode, path: ['chargeCodeId'] })
  .refine(({ amount, rate }) => amount !== undefined || rate !== undefined, {
    message: 'is required without a rate',
    path: ['amount'],
  })
  .meta({ id: 'ChargeInput' });

export const ChargesInput = z.array(ChargeInput).max(100);

/** Amount owed to a carrier whose truck was ordered and not used. */
export const TonuCostInput = z
  .strictObject({ ...chargeCodeFields, amount: ChargeAmount })
  .refine(hasOneChargeCode, { message: oneChargeCode, path: ['chargeCodeId'] })
  .meta({ id: 'TonuCostInput' });

const keysById = new Map(chargeCodes.map(({ id, code }) => [id, code]));

/** Writes a charge of a request as version 1.0.0 takes it: its code by key, and one amount for all units. */
export function toEarlierCharge(line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { chargeCodeId, rate, quantity, ...rest } = line;
  const key = keysById.get(Number(chargeCodeId));
  return {
    ...rest,
    ...(key !== undefined && { chargeCode: { key } }),
    ...(rate === undefined ? quantity !== undefined && { quantity } : { amount: computeTotal(line, undefined) }),
  };
}

function hasOneChargeCode(line: { chargeCodeId?: number | undefined; chargeCode?: object | undefined }): boolean {
  return (line.chargeCodeId === undefined) !== (line.chargeCode === undefined);
}
