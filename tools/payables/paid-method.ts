import type { PaidMethodType } from '../../src/domain/money/payment-codes.ts';
import { fieldError } from '../../src/errors.ts';

/** How people say that money is paid. */
const words: readonly (readonly [pattern: RegExp, method: PaidMethodType])[] = [
  [/^(?:ach|wire|ach[ /_-]?wire|bank transfer)$/, 'ACH_WIRE'],
  [/^(?:check|cheque)$/, 'CHECK'],
  [/^(?:card|credit[ _]card)$/, 'CREDIT_CARD'],
  [/^(?:eft|direct deposit|eft[ _]direct[ _]deposit)$/, 'EFT_DIRECT_DEPOSIT'],
  [/^(?:e[ _-]?transfer|interac)$/, 'E_TRANSFER'],
  [/^venmo$/, 'VENMO'],
];

export function paidMethod(text: string): PaidMethodType {
  const typed = text.trim().toLowerCase();
  const found = words.find(([pattern]) => pattern.test(typed));
  if (found) return found[1];
  throw fieldError('BAD_REQUEST', 'method', 'must be ACH, wire, check, card, EFT, e-transfer or Venmo');
}
