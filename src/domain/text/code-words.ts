/** Parts of codes that are not written in lower case. */
const properWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    `ACH AES AMS AP AR BOL EFS EFT FIRMS FTL ID IT ITN LTL PO POD PRO PTL TL TMS TONU
    ARS AUD BRL CAD CNY EUR GBP IDR INR JPY KRW MXN RUB SAR TRY USD ZAR`
      .split(/\s+/)
      .map((word) => [word, word]),
  ),
  COMCHECK: 'Comchek',
  DENIM: 'Denim',
  ECHECK: 'e-check',
  HAULPAY: 'HaulPay',
  MACROPOINT: 'MacroPoint',
  VENMO: 'Venmo',
  ZELLE: 'Zelle',
};

/** Words of codes that the trade calls otherwise. */
const tradeWords: Readonly<Record<string, string>> = {
  ACH_WIRE: 'ACH or wire',
  AR_AP: 'AR/AP',
  BILL_OF_LADING: 'BOL',
  DOCS_NEEDED: 'needs documents',
  DROP: 'delivery',
  EFT_DIRECT_DEPOSIT: 'direct deposit',
  E_TRANSFER: 'e-transfer',
  GENERAL_LEDGER_CODE: 'GL code',
  HOUSE_BILL_OF_LADING_NUMBER: 'house BOL number',
  MASTER_BILL_OF_LADING_NUMBER: 'master BOL number',
  OTHER_IDENTIFICATION: 'other reference',
  PASS: 'passed on',
  PICK: 'pickup',
  PROOF_OF_DELIVERY: 'POD',
  PURCHASE_ORDER_NUMBER: 'PO number',
  RATE_CON: 'rate confirmation',
  TRIUMPH_PAY: 'TriumphPay',
  W9: 'W-9',
  pay_to: 'pay-to changed',
};

/** Words of an API are codes in capitals or of our own in lower case; any other text is one that people wrote. */
const codePattern = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[a-z][a-z0-9]*(?:_[a-z0-9]+)*)$/;

/**
 * Formats a code of the API in words, for the middle of a sentence or a cell: `NOT_READY` becomes "not ready". A text that is no
 * code stays as it is.
 */
export function formatCode(code: string): string {
  if (!codePattern.test(code)) return code;
  const words = Object.hasOwn(tradeWords, code) ? tradeWords[code] : undefined;
  return words ?? code.split('_').map(formatPart).join(' ');
}

const formatPart = (part: string): string =>
  (Object.hasOwn(properWords, part) ? properWords[part] : undefined) ?? part.toLowerCase();

/** Formats a code in words that begin a line: `NOT_READY` becomes "Not ready". */
export function describeCode(code: string): string {
  const text = formatCode(code);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Makes a text fit the middle of a sentence: "Credit limit" becomes "credit limit", and "MC number" stays. */
export const lowerFirst = (text: string): string =>
  /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** Converts a reference type to words if it is a code. Reference types are free text. */
export const formatReferenceType = (type: string): string =>
  /^[A-Z]+(_[A-Z]+)+$/.test(type) ? describeCode(type) : type;

/** British and other spellings of parts of codes. */
const spellings: Readonly<Record<string, string>> = { cancelled: 'canceled' };

/** Finds the code that a text names by the code itself or by its words, in any case and order: "In review", `in_review`. */
export function findCode<Code extends string>(text: string, codes: readonly Code[]): Code | undefined {
  const key = toCodeKey(text);
  return (
    codes.find((code) => toCodeKey(code) === key) ??
    codes.find((code) => toCodeKey(formatCode(code)) === key) ??
    findOnly(codes, (code) => sortWords(toCodeKey(code)) === sortWords(key))
  );
}

/** Finds the only code of that kind: of several, none was meant for sure. */
function findOnly<Code>(codes: readonly Code[], isMatch: (code: Code) => boolean): Code | undefined {
  const matches = codes.filter(isMatch);
  return matches.length === 1 ? matches[0] : undefined;
}

/** Puts the words of a code in order, so that "POD missing" and `missing_pod` are the same. */
const sortWords = (key: string): string => key.split(' ').toSorted().join(' ');

function toCodeKey(text: string): string {
  const words = text.toLowerCase().split(/[^a-z0-9]+/);
  return words.flatMap((word) => (word === '' ? [] : [spellings[word] ?? word])).join(' ');
}
