import { findMethod } from '../../src/domain/money/method-words.ts';
import { type PaidMethodType, paidMethodTypes } from '../../src/domain/money/payment-codes.ts';
import { fieldError } from '../../src/errors.ts';

/** The means that words name, where payees are paid by it. */
export function paidMethod(text: string): PaidMethodType {
  const named = findMethod(text);
  const method = paidMethodTypes.find((type) => type === named);
  if (method) return method;
  throw fieldError('BAD_REQUEST', 'method', 'must be ACH, wire, check, card, EFT, e-transfer or Venmo');
}
