import { formatCode } from '../text/code-words.ts';
import { type ReceivedMethodType, receivedMethodTypes } from './payment-codes.ts';

/** Names of payment methods. The first one is shown. */
const wordsOfMethods: Readonly<Record<ReceivedMethodType, readonly string[]>> = {
  ACH_WIRE: ['ACH or wire', 'ach', 'wire', 'bank transfer', 'transfer'],
  ZELLE: ['Zelle'],
  VENMO: ['Venmo'],
  CHECK: ['check', 'cheque', 'paper check'],
  EFT_DIRECT_DEPOSIT: ['direct deposit', 'eft'],
  E_TRANSFER: ['e-transfer', 'interac', 'etransfer'],
  CREDIT_CARD: ['credit card', 'card', 'visa', 'mastercard', 'amex'],
};

const normalizeWord = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, '');

/** Finds the code of a payment method such as "wire" or "check". */
export const findMethod = (text: string): ReceivedMethodType | undefined =>
  receivedMethodTypes.find((type) =>
    [type, ...wordsOfMethods[type]].some((words) => normalizeWord(words) === normalizeWord(text)),
  );

/** Formats the code of a payment method in words. */
export function formatMethod(code: string): string {
  const type = receivedMethodTypes.find((methodType) => methodType === code);
  return (type && wordsOfMethods[type][0]) ?? formatCode(code);
}

/** List of payment methods for error messages. */
export const methodExamples = receivedMethodTypes.map((type) => wordsOfMethods[type][0]).join(', ');
