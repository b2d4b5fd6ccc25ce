import { accountNumberFields, maskAccountNumber } from '../../domain/payments/account-number.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** Fields of the API that carry an account or routing number, or a secret. */
const accountFields = new Set<string>([
  ...accountNumberFields,
  'abaAch',
  'swiftCode',
  'iban',
  'routingNumber',
  'token',
  'signingSecret',
]);
/** Shorter digits are not worth hiding and would blot out years and counts in texts. */
const searchableMin = 5;

/** Returns a copy in which every account number, at any depth, shows only its last four characters. */
export function maskAccounts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskAccounts);
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      accountFields.has(name) && (typeof member === 'string' || typeof member === 'number')
        ? maskAccountNumber(String(member))
        : maskAccounts(member),
    ]),
  );
}

/** Replaces the account numbers found in `source` wherever they occur in texts of `value`. */
export function maskAccountsIn<Value>(value: Value, source: unknown): Value {
  const numbers = [...listAccountNumbers(source)].filter((number) => number.length >= searchableMin);
  const replace = (text: string) =>
    numbers.reduce((masked, number) => masked.replaceAll(number, maskAccountNumber(number)), text);
  // Strings are replaced by strings and nothing else changes, so the shape stays what it was.
  return (numbers.length === 0 ? value : mapTexts(maskAccounts(value), replace)) as Value;
}

function* listAccountNumbers(value: unknown): Generator<string, void, undefined> {
  if (Array.isArray(value)) {
    for (const item of value) yield* listAccountNumbers(item);
  } else if (isPlainRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (accountFields.has(name) && typeof member === 'string') yield member;
      else yield* listAccountNumbers(member);
    }
  }
}

/** Returns a copy with every string passed through `change`. Keys stay. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapTexts(member, change)]));
}
