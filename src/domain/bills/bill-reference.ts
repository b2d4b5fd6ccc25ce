import { toNormalForm } from '../text/normal-form.ts';

/** Three readings of a payee's invoice number, each dropping more of how people write it. */
export interface NormalisedReference {
  /** Upper case, letters and digits only. */
  readonly plain: string;
  /** Also: O read as 0, leading zeros and a leading INV or INVOICE dropped. */
  readonly loose: string;
  /** Also: a trailing -1, A, R, REV, COPY ... dropped. Empty when the text identifies nothing. */
  readonly core: string;
}

const separatedSuffix = /^(\D*\d.*)-(?:[1-9]|A|R\d?|REV\d?|REVISED|COPY|DUP|CORR|CORRECTED)$/;
const attachedSuffix = /^(.*\d)(?:A|R|REV\d?|COPY|DUP)$/;
const coreLengthMin = 3;

/** Normalizes a bill reference so that `INV-004471`, `inv 4471-R` and `4471` match. Returns null if there is none. */
export function normalizeReference(reference: string | null | undefined): NormalisedReference | null {
  const parts = toNormalForm(reference ?? '', 'NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  if (parts === '') return null;
  const plain = joinParts(parts);
  return { plain, loose: simplifyReference(plain), core: extractCore(parts) };
}

/**
 * Extracts the part that identifies a bill. Words such as `TBD` and numbers of one or two digits repeat by accident, so
 * they have none.
 */
function extractCore(parts: string): string {
  const core = simplifyReference(joinParts(stripSuffix(parts)));
  return core.length >= coreLengthMin && /\d/.test(parts) ? core : '';
}

function stripSuffix(parts: string): string {
  const stem = separatedSuffix.exec(parts)?.[1] ?? attachedSuffix.exec(parts)?.[1];
  if (stem === undefined || joinParts(stem).length < coreLengthMin) return parts;
  return stripSuffix(stem);
}

function simplifyReference(plain: string): string {
  const number = plain.replace(/^(?:INVOICE|INV)(?=.*\d)/, '');
  return number.replaceAll('O', '0').replace(/^(\p{L}*)0+(?=.)/u, '$1');
}

function joinParts(parts: string): string {
  return parts.replaceAll('-', '');
}
