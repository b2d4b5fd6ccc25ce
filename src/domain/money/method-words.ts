import { type ReceivedMethodType, receivedMethodTypes } from './payment-codes.ts';

/** How people say by what means money is paid; the first is how it is shown. */
const wordsOfMethods: Readonly<Record<ReceivedMethodType, readonly string[]>> = {
  ACH_WIRE: ['ACH or wire', 'ach', 'wire', 'bank transfer', 'transfer'],
  ZELLE: ['Zelle'],
  VENMO: ['Venmo'],
  CHECK: ['check', 'cheque', 'paper check'],
  EFT_DIRECT_DEPOSIT: ['direct deposit', 'eft'],
  E_TRANSFER: ['e-transfer', 'interac', 'etransfer'],
  CREDIT_CARD: ['credit card', 'card', 'visa', 'mastercard', 'amex'],
};

const plain = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, '');

/** The code that words such as "wire" or "check" stand for; undefined for what is no such means. */
export const methodOf = (text: string): ReceivedMethodType | undefined =>
  receivedMethodTypes.find((type) => [type, ...wordsOfMethods[type]].some((words) => plain(words) === plain(text)));

/** The words for a code; a code that is not known here stays as it is. */
export function methodWords(code: string): string {
  const type = receivedMethodTypes.find((one) => one === code);
  return (type && wordsOfMethods[type][0]) ?? code;
}

/** What a refusal offers. */
export const methodExamples = receivedMethodTypes.map((type) => wordsOfMethods[type][0]).join(', ');
