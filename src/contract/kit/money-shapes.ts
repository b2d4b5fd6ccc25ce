import * as z from 'zod';
import { billEntityTypes } from '../../domain/payments/payment-codes.ts';

/** Shapes that several resources of the money side share. */

/** Declares an enum that the API accepts in any case and returns in uppercase. */
export function anyCase<const Value extends string>(values: readonly Value[]) {
  return z.preprocess(
    (value: Value | Lowercase<Value>) => (typeof value === 'string' ? value.toUpperCase() : value),
    z.enum(values),
  );
}

/** Kinds of payee: what a bill is for and who a bill payment goes to. */
export const BillEntityType = z.enum(billEntityTypes);

export const ReferenceText = z.string().max(500);
export const NotesText = z.string().max(2000);
export const ReasonText = z.string().max(1000);
/** Largest number of invoices, bills or applications in one request. */
export const itemsMax = 100;
