import { type ReferenceField, referenceFields } from '../../src/domain/freight/freight-codes.ts';
import { fieldError } from '../../src/errors.ts';
import { recordText } from '../../src/mcp/text/text.ts';

/** What the desk calls the references that tracking finds by their field. */
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

/** The field of a reference type as typed, "PO" or "pickup number"; undefined when it is none. */
function knownType(typed: string): ReferenceField | undefined {
  const code = typed
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/_$/, '');
  return (
    referenceFields.find((field) => field === code) ??
    shortNames[code] ??
    shortNames[code.replace(/_(?:NUMBER|NO)$/, '')]
  );
}

const typeWordsMax = 3;

/** "PO 4471", "pickup number 12" or "Gate code: X7"; refused when it is not clear where the type ends. */
export function typedReference(text: string, name: string): { readonly type: ReferenceField; readonly value: string } {
  const [, type = '', value = ''] = /^([^:#]+)[:#]\s*(\S.*)$/s.exec(text.trim()) ?? [];
  if (type !== '') {
    const known = knownType(type);
    // The API has no types of one's own; what the number is stays readable in front of it.
    return known ? { type: known, value: value.trim() } : { type: 'OTHER_IDENTIFICATION', value: text.trim() };
  }
  const words = text.trim().split(/\s+/);
  for (let count = Math.min(typeWordsMax, words.length - 1); count > 0; count -= 1) {
    const known = knownType(words.slice(0, count).join(' '));
    if (known) return { type: known, value: words.slice(count).join(' ') };
  }
  throw fieldError(
    'BAD_REQUEST',
    name,
    `${recordText(text, 'list')} is not understood; write "PO 4471" or "type: value"`,
  );
}
