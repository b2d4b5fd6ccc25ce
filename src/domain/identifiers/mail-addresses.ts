/** Looks like an address; the API says whether it is one. */
const addressPattern = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@<>()[\],;:".]+$/;
const partsMax = 100;

/**
 * Reads the e-mail addresses of a pasted text: "Jane Doe <jane@x.com>", "mailto:jane@x.com", "a@x.com; b@x.com.".
 * Undefined where something else is written beside them.
 */
export function readMailAddresses(text: string): readonly string[] | undefined {
  const parts = text.split(/[;,\n]/, partsMax + 1);
  if (parts.length > partsMax) return undefined;
  const addresses: string[] = [];
  // "Doe, Jane <jane@x.com>" has a comma in its name.
  let nameBefore = '';
  for (const part of parts.map((text) => text.trim()).filter((text) => text !== '')) {
    const read = readPart(part);
    if (read !== undefined && nameBefore !== '' && !part.includes('<')) return undefined;
    if (read === undefined && part.includes('@')) return undefined;
    nameBefore = read === undefined ? part : '';
    addresses.push(...(read ?? []));
  }
  return addresses.length === 0 || nameBefore !== '' ? undefined : [...new Set(addresses)];
}

/** Reads one part without separators; undefined where it holds no address, or other words beside it. */
function readPart(part: string): readonly string[] | undefined {
  const opening = part.indexOf('<');
  const closing = part.indexOf('>', opening);
  const texts =
    opening < 0
      ? part.split(/\s+/)
      : closing < 0 || part.slice(closing + 1).replace(/[\s.,;:)]/g, '') !== '' || part.slice(0, opening).includes('@')
        ? []
        : [part.slice(opening + 1, closing)];
  const addresses = texts.map(cleanAddress);
  return addresses.length > 0 && addresses.every((address) => addressPattern.test(address)) ? addresses : undefined;
}

/** Drops "mailto:", what a link says behind its address, and punctuation that belongs to the sentence around it. */
const cleanAddress = (text: string): string =>
  text
    .trim()
    .replace(/^["'(]?mailto:/i, '')
    .replace(/\?.*$/s, '')
    .replace(/^["'([]{1,3}/, '')
    .replace(/["'\])>.,;:!]{1,4}$/, '');
