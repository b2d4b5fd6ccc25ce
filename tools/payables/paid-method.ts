import { findMethod } from '../../src/domain/payments/method-words.ts';
import { type PaidMethodType, paidMethodTypes } from '../../src/domain/payments/payment-codes.ts';
import { createFieldError } from '../../src/errors.ts';

/** Parses the method of a payment to a payee. */
export function parsePaidMethod(text: string): PaidMethodType {
  const namedMethod = findMethod(text);
  const method = paidMethodTypes.find((type) => type === namedMethod);
  if (method) return method;
  throw createFieldError('BAD_REQUEST', 'method', 'must be ACH, wire, check, card, EFT, e-transfer or Venmo');
}
