import type { z } from 'zod';
import type { Charge, ChargeInput } from '../../../src/contract/freight/charges.ts';

type ShownCharge = z.output<typeof Charge>;

/** A line of an order as the list that replaces it takes it. */
export function asInput({ chargeCodeId, description, amount, quantity, rate }: ShownCharge): ChargeInput {
  const line = { chargeCodeId, quantity, ...(description !== null && { description }) };
  return rate === null ? { ...line, amount } : { ...line, rate };
}
