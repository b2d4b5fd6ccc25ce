const abbreviations = new Set(['ACH', 'AES', 'AMS', 'BOL', 'EFT', 'FIRMS', 'ID', 'IT', 'ITN', 'PO', 'PRO', 'TMS']);

/** `ACH_WIRE` as people write it. */
export function codeWords(code: string): string {
  const words = code.split('_').map((word) => (abbreviations.has(word) ? word : word.toLowerCase()));
  const text = words.join(' ').replace('ACH wire', 'ACH / wire');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Types of references are free text; those that are codes read better as words. */
export const referenceWords = (type: string): string => (/^[A-Z]+(_[A-Z]+)+$/.test(type) ? codeWords(type) : type);
