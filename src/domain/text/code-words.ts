const abbreviations = new Set(['ACH', 'AES', 'AMS', 'BOL', 'EFT', 'FIRMS', 'ID', 'IT', 'ITN', 'PO', 'PRO', 'TMS']);

/** Converts a code to words: `NOT_READY` becomes `Not ready`. */
export function describeCode(code: string): string {
  const words = code.split('_').map((word) => (abbreviations.has(word) ? word : word.toLowerCase()));
  const text = words.join(' ').replace('ACH wire', 'ACH / wire');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Converts a reference type to words if it is a code. Reference types are free text. */
export const formatReferenceType = (type: string): string =>
  /^[A-Z]+(_[A-Z]+)+$/.test(type) ? describeCode(type) : type;
