import { type ReferenceField, referenceFields } from '../../src/domain/freight/freight-codes.ts';
import { findCode } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';

/** The desk's names for the references that tracking finds by field. */
const shortNames: Readonly<Record<string, ReferenceField>> = {
  BOL: 'BOL_NUMBER',
  PO: 'PURCHASE_ORDER_NUMBER',
  PRO: 'PRO_NUMBER',
  PICKUP: 'PICKUP_NUMBER',
  DELIVERY: 'DELIVERY_NUMBER',
  CONTAINER: 'CONTAINER_NUMBER',
  APPOINTMENT: 'APPOINTMENT_NUMBER',
  ORDER: 'ORDER_NUMBER',
  REF: 'CUSTOMER_REFERENCE_NUMBER',
  REFERENCE: 'CUSTOMER_REFERENCE_NUMBER',
  CUSTOMER_REFERENCE: 'CUSTOMER_REFERENCE_NUMBER',
  TENDER: 'TENDER_ID',
};

/** Finds the field of a reference type as typed: "PO" or "pickup number". Returns undefined if it is none. */
function findReferenceField(typed: string): ReferenceField | undefined {
  const code = typed
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/_$/, '');
  return findCode(typed, referenceFields) ?? shortNames[code] ?? shortNames[code.replace(/_(?:NUMBER|NO)$/, '')];
}

const typeWordsMax = 3;

/**
 * Parses a reference: "PO 4471", "pickup number 12" or "Gate code: X7". Throws if it is not clear where the type ends.
 */
export function parseReference(text: string, name: string): { readonly type: ReferenceField; readonly value: string } {
  const [, type = '', value = ''] = /^([^:#]+)[:#]\s*(\S.*)$/s.exec(text.trim()) ?? [];
  if (type !== '') {
    const field = findReferenceField(type);
    // The API has no types of one's own; what the number is stays readable in front of it.
    return field ? { type: field, value: value.trim() } : { type: 'OTHER_IDENTIFICATION', value: text.trim() };
  }
  const words = text.trim().split(/\s+/);
  for (let count = Math.min(typeWordsMax, words.length - 1); count > 0; count -= 1) {
    const field = findReferenceField(words.slice(0, count).join(' '));
    if (field) return { type: field, value: words.slice(count).join(' ') };
  }
  throw createFieldError(
    'BAD_REQUEST',
    name,
    `${recordText(text, 'list')} is not understood; write "PO 4471" or "type: value"`,
  );
}
