import { friendlyFormats, type FriendlyResource, type ParsedFriendlyId, parseFriendlyId } from './friendly-id.ts';
import { toNormalForm } from '../text/normal-form.ts';

/** A number as a person typed it: "#SHP-2278", "load# 2194", "shipment 2278". */
export interface RecordNumber {
  /** The text without a number sign, a word for its kind, quotes and closing punctuation, if a number is left. */
  readonly text: string;
  readonly friendly: ParsedFriendlyId | null;
  /** Numbers that the text can be, by resource: "1042" can be a shipment's or a quote's. */
  readonly numbers: ReadonlyMap<FriendlyResource, string>;
}

/** Words that people write before the number of a record. A load is often the shipment that it belongs to. */
const kindWords: Readonly<Record<string, readonly FriendlyResource[]>> = {
  load: ['load', 'shipment'],
  shipment: ['shipment'],
  shpt: ['shipment'],
  quote: ['quote'],
  order: ['order'],
  invoice: ['invoice'],
  bill: ['bill'],
  carrier: ['carrier'],
  customer: ['customer'],
  vendor: ['vendor'],
  service: ['service'],
  payment: ['payment'],
  'customer payment': ['payment'],
  'bill payment': ['billPayment'],
  'carrier payment': ['billPayment'],
  credit: ['creditMemo'],
  'credit memo': ['creditMemo'],
};
const kindNames = Object.keys(kindWords);

/** Resources that a number without a word can stand for. */
const bareResources: readonly FriendlyResource[] = [
  'shipment',
  'load',
  'quote',
  'invoice',
  'bill',
  'payment',
  'billPayment',
  'creditMemo',
  'carrier',
  'customer',
  'vendor',
];

/** Longer numbers without a word are references of others: no counter is that far. */
const bareDigitsMax = 6;

const wrapping = /^["'“”‘’([{]{1,3}|["'“”‘’)\]},.;:!?]{1,3}$/g;
const numberSign = /^(?:(?:no|num|number|nr)\b\.?)?[\s:]{0,3}#?[\s:]{0,3}(?=\S)/i;
const gapBehindWord = /^(?:[\s.]{0,3}(?:no|num|number|nr|id)\b\.?)?[\s#:.-]{0,6}(?=[^\s#:.-])/i;

/** Splits a word for a kind of record from what follows it; undefined where none of the words stands there. */
export function splitKindWord(
  text: string,
  words: readonly string[],
): { readonly word: string; readonly rest: string } | undefined {
  const typed = text.trim();
  const lowered = typed.toLowerCase();
  for (const word of words.toSorted((first, second) => second.length - first.length)) {
    if (!lowered.startsWith(word)) continue;
    const rest = typed.slice(word.length);
    const gap = gapBehindWord.exec(rest)?.[0];
    if (gap !== undefined && (gap !== '' || /^\d/.test(rest))) return { word, rest: rest.slice(gap.length) };
  }
  return undefined;
}

/** Reads what people type as the number of a record. Every tool and every search reads numbers with it. */
export function readRecordNumber(typed: string): RecordNumber {
  const trimmed = toNormalForm(typed, 'NFKC').trim().replace(wrapping, '').trim();
  const unsigned = dropNumberSign(trimmed);
  const exact = parseFriendlyId(unsigned);
  if (exact) return { text: unsigned, friendly: exact, numbers: new Map([[exact.resource, exact.friendlyId]]) };
  const labeled = splitKindWord(unsigned, kindNames);
  const rest = dropNumberSign(labeled?.rest ?? unsigned);
  const friendly = labeled ? parseFriendlyId(rest) : null;
  if (friendly) return { text: rest, friendly, numbers: new Map([[friendly.resource, friendly.friendlyId]]) };
  const isNumber = /^\d{1,9}$/.test(rest);
  const resources = labeled ? (kindWords[labeled.word] ?? []) : rest.length > bareDigitsMax ? [] : bareResources;
  const numbers = isNumber ? resources.flatMap((resource) => toNumber(resource, rest)) : [];
  return { text: isNumber ? rest : trimmed, friendly: null, numbers: new Map(numbers) };
}

/** "# 2278" and "No. 2278" are 2278; a word that only begins so stays whole. */
function dropNumberSign(text: string): string {
  const sign = numberSign.exec(text)?.[0] ?? '';
  const rest = text.slice(sign.length);
  return sign.includes('#') || /^\d/.test(rest) ? rest : text;
}

function toNumber(resource: FriendlyResource, digits: string): readonly (readonly [FriendlyResource, string])[] {
  const number = parseFriendlyId(`${friendlyFormats[resource].prefix}${digits}`);
  return number?.resource === resource ? [[resource, number.friendlyId]] : [];
}
