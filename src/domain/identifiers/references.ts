import { toNormalForm } from '../text/normal-form.ts';
import type { FriendlyResource } from './friendly-id.ts';
import { readMailAddresses } from './mail-addresses.ts';
import { readRecordNumber } from './record-number.ts';
import { parseRegistryNumber } from './registry-number.ts';

export const referenceKinds = [
  'friendlyId',
  'uuid',
  'mc',
  'dot',
  'scac',
  'po',
  'pro',
  'bol',
  'container',
  'number',
  'email',
  'name',
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** One reading of what a person typed; `value` is the text to look up under that reading. */
export interface ReferenceGuess {
  readonly kind: ReferenceKind;
  readonly value: string;
  /** The resource of a friendly id's prefix. */
  readonly resource?: FriendlyResource;
}

/** Labels before a number that say its kind. */
const labels = [
  { kind: 'scac', pattern: /^SCAC[\s#:-]*([A-Z]{2,4})$/ },
  { kind: 'po', pattern: /^(?:PO|P\.O\.|PURCHASE ORDER)(?:[\s#:-]+|(?=\d))(?:NO\.?\s*)?([A-Z0-9][A-Z0-9 ./_-]*)$/ },
  { kind: 'pro', pattern: /^PRO(?:[\s#:-]+|(?=\d))(?:NO\.?\s*)?([A-Z0-9][A-Z0-9 ./_-]*)$/ },
  { kind: 'bol', pattern: /^(?:BOL|B\/L|BILL OF LADING)(?:[\s#:-]+|(?=\d))(?:NO\.?\s*)?([A-Z0-9][A-Z0-9 ./_-]*)$/ },
] as const satisfies readonly { readonly kind: ReferenceKind; readonly pattern: RegExp }[];

/** Unlabelled forms; a text can have several. */
const shapes = [
  { kind: 'container', pattern: /^[A-Z]{4}\d{7}$/ },
  { kind: 'pro', pattern: /^\d{7,10}$/ },
  { kind: 'mc', pattern: /^\d{6,7}$/ },
  { kind: 'dot', pattern: /^\d{5,8}$/ },
  { kind: 'number', pattern: /\d/ },
  { kind: 'scac', pattern: /^[A-Z]{2,4}$/ },
] as const satisfies readonly { readonly kind: ReferenceKind; readonly pattern: RegExp }[];

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Normalizes text for comparing references: lowercase, single spaces, typographic variants unified.
 */
export function normalizeSearchText(text: string): string {
  return toNormalForm(text, 'NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\p{Cf}\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** The forms of a reference as two are compared. */
export const compactForms = (references: readonly string[]): ReadonlySet<string> =>
  new Set(references.map(compactReference));

const separators = /[ \-./_#:,]/g;

/** A reference without separators, as two are compared: "45-0077-81" is "45007781". What is nothing else stays itself. */
export function compactReference(text: string): string {
  const normal = normalizeSearchText(text);
  return normal.replace(separators, '') || normal;
}

/** Kinds of references that people write before a number. */
const spelledKinds = ['po', 'pro', 'bol', 'pu', 'ref', 'inv'] as const;
const leadingKind =
  /^(po|p\.o\.|purchase order|pro|bol|b\/l|bill of lading|pu|pick ?up|ref(?:erence)?|inv(?:oice)?|che(?:ck|que)|chk|ck|ach|wire|eft|trace)(?:[\s#:-]+|(?=\d))(?:(?:no\.?|number|num)[\s#:]*)?(?=.*\d)(.+)$/;
const kindOf: Readonly<Record<string, (typeof spelledKinds)[number]>> = {
  'p.o.': 'po',
  'purchase order': 'po',
  'b/l': 'bol',
  'bill of lading': 'bol',
  pickup: 'pu',
  'pick up': 'pu',
  reference: 'ref',
  invoice: 'inv',
};
/** Other text that holds a digit is a name, which nobody writes a kind before. */
const numberShape = /^[a-z]{0,4}[\s./_-]*\d[a-z0-9./_-]*(?: [a-z]*\d[a-z0-9./_-]*)*$/;
const kindSeparators = ['', ' ', '-', '#', ' #', '# ', ': '] as const;

/**
 * Lists the normalized forms in which a reference may be stored, the input first: with and without the
 * separators, the `#` and the kind that people write before it.
 */
export function listReferenceSpellings(text: string): readonly string[] {
  const typed = normalizeSearchText(text);
  const [, word, rest = typed] = leadingKind.exec(typed) ?? [];
  const number = rest.replace(/^#\s*/, '');
  if (word === undefined && !numberShape.test(number)) return typed === '' ? [] : [typed];
  const cores = [...new Set([number, number.replace(/[\s./_-]+/g, ''), ...splitLettersAndDigits(number)])];
  const kinds = spelledKinds.filter((kind) => word === undefined || kind === (kindOf[word] ?? word));
  const labelled = cores
    .slice(0, 2)
    .flatMap((core) => kinds.flatMap((kind) => kindSeparators.map((separator) => `${kind}${separator}${core}`)));
  return [...new Set([typed, ...cores, ...cores.map((core) => `#${core}`), ...labelled])];
}

/** Checks whether a stored reference matches a text, ignoring case, separators and the label of its kind. */
export function isReference(stored: string | null | undefined, text: string): boolean {
  if (stored === null || stored === undefined) return false;
  return compactForms(listReferenceSpellings(text)).has(compactReference(stored));
}

/** Returns the number of a reference without the label of its kind. */
export function extractReferenceNumber(text: string): string {
  const typed = normalizeSearchText(text);
  const [, , rest = typed] = leadingKind.exec(typed) ?? [];
  return rest.replace(/^#\s*/, '');
}

/** Lists the forms of "abc1042" with a separator: "abc-1042" and "abc 1042". */
function splitLettersAndDigits(number: string): readonly string[] {
  const [, letters, digits] = /^([a-z]+)[\s./_-]*(\d+)$/.exec(number) ?? [];
  return letters === undefined ? [] : [`${letters}-${digits}`, `${letters} ${digits}`];
}

/** Lists the possible meanings of a text, most likely first. A label decides; a bare number may be of every kind that it fits. */
export function guessReference(text: string): ReferenceGuess[] {
  const typed = normalizeSearchText(text).toUpperCase();
  if (typed === '') return [];
  if (uuidPattern.test(typed)) return [{ kind: 'uuid', value: typed.toLowerCase() }];
  const [address, ...otherAddresses] = readMailAddresses(typed) ?? [];
  if (address !== undefined && otherAddresses.length === 0) return [{ kind: 'email', value: address.toLowerCase() }];
  const { friendly } = readRecordNumber(typed);
  const name: ReferenceGuess = { kind: 'name', value: normalizeSearchText(text) };
  if (friendly) {
    return [{ kind: 'friendlyId', value: friendly.friendlyId, resource: friendly.resource }, toNumberGuess(typed)];
  }
  const registered = parseRegistryNumber(typed);
  const labelled: ReferenceGuess | undefined = registered?.kind
    ? { kind: registered.kind, value: registered.digits }
    : guessByLabel(typed);
  if (labelled) return [labelled, labelled.kind === 'scac' ? name : toNumberGuess(typed)];
  const shaped = shapes
    .map(({ kind, pattern }) => {
      const value = kind === 'mc' || kind === 'dot' ? (registered?.digits ?? typed) : typed;
      return { kind, value, fits: pattern.test(value) };
    })
    .flatMap(({ kind, value, fits }) => (fits ? [{ kind, value }] : []));
  return [...shaped, name];
}

function guessByLabel(typed: string): ReferenceGuess | undefined {
  for (const { kind, pattern } of labels) {
    const value = pattern.exec(typed)?.[1];
    // "PO Box" and "pro carriers" carry the label's letters, but no number.
    if (value !== undefined && (kind === 'scac' || /\d/.test(value))) return { kind, value };
  }
  return undefined;
}

/** Returns the whole text as a reference number of the customer. */
function toNumberGuess(typed: string): ReferenceGuess {
  return { kind: 'number', value: typed };
}
