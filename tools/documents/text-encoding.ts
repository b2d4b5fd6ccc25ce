/** A text file as text, whatever program has written it. */
export interface DecodedText {
  readonly text: string;
  /** Doubts about its letters, and signs that were replaced. */
  readonly notes: readonly string[];
}

/**
 * Decodes bytes by what they hold: a byte order mark, valid UTF-8, the encoding that they name themselves, else
 * Windows-1252. Returns undefined for bytes that are no text. A letter cut at the end of a part is left out.
 */
export function decodeText(bytes: Uint8Array, isWhole: boolean): DecodedText | undefined {
  const decoded = decodeLetters(bytes, isWhole);
  if (decoded === undefined) return undefined;
  const { text, hasSeparators } = replaceControls(decoded.text);
  if (text === '' || controls.test(text)) return undefined;
  const notes = [...decoded.notes, ...(hasSeparators ? [separatorNote] : []), ...(isCodedMail(text) ? [mailNote] : [])];
  return { text, notes };
}

function decodeLetters(bytes: Uint8Array, isWhole: boolean): DecodedText | undefined {
  const utf16 = findUtf16(bytes);
  if (utf16 !== undefined) return { text: decodeAs(utf16, bytes, isWhole) ?? '', notes: [] };
  const utf8 = decodeAs('utf-8', bytes, isWhole);
  if (utf8 !== undefined) return { text: utf8, notes: [] };
  const declared = findDeclaredEncoding(bytes);
  const text = declared === undefined ? undefined : decodeAs(declared, bytes, isWhole);
  if (text !== undefined) return { text, notes: [`Read as ${declared}, the encoding that it names.`] };
  const damaged = new TextDecoder().decode(bytes);
  if (hasMoreLettersThanDamage(damaged)) return { text: damaged, notes: [damageNote] };
  return { text: windows1252.decode(bytes), notes: [windowsNote] };
}

/** Tells a UTF-8 text with a few bad bytes from one in another encoding, in which hardly any byte fits. */
function hasMoreLettersThanDamage(text: string): boolean {
  const damageCount = countMatches(text, /\uFFFD/g);
  return countMatches(text, /[^\p{ASCII}\uFFFD]/gu) > damageCount;
}

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const windows1252 = new TextDecoder('windows-1252');

const windowsNote =
  'Its encoding is not stated and not UTF-8: read as Windows-1252, so letters with accents may be wrong.';
const mailNote =
  'It is an e-mail as it was sent: parts in base64 or quoted-printable, attachments among them, are not decoded.';
const damageNote = 'Some letters are damaged and shown as \uFFFD.';
const separatorNote = 'Unprintable separators are shown as signs such as ␝ and ␞.';

/** Returns undefined for an unknown encoding and for bytes that it does not allow. */
function decodeAs(encoding: string, bytes: Uint8Array, isWhole: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return undefined;
  }
}

function findUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

const declarationBytes = 4096;

/** Finds the name that XML and e-mail give their encoding. */
function findDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, declarationBytes)).toString('latin1');
  const match =
    /^<\?xml\b[^>]{0,100}\bencoding=["']([\w.:-]{1,40})/.exec(beginning) ??
    /^content-type:[^\r\n]{0,200}\bcharset="?([\w.:-]{1,40})/im.exec(beginning);
  return match?.[1];
}

/** Tells an e-mail whose parts are coded from one that can be read as it stands. */
const isCodedMail = (text: string): boolean =>
  /^(?:[\w-]{1,60}: [^\n]{0,1000}\n)/.test(text) &&
  /^content-transfer-encoding: {0,8}(?:base64|quoted-printable)/im.test(text);

/** Characters that no text holds once its separators are replaced. */
const controls = /(?![\t\n])\p{Cc}/u;
const everyControl = new RegExp(controls, 'gu');
/** The separators of ASCII, which EDI uses: those of files, groups, records and units. */
const separators: ReadonlySet<string> = new Set(['\x1c', '\x1d', '\x1e', '\x1f']);
/** The mark that DOS programs put at the end of a text. */
const endMark = '\x1a';

function replaceControls(text: string): { readonly text: string; readonly hasSeparators: boolean } {
  const lines = removeEndMark(text)
    .replaceAll(/\r\n?|[\f\v]/g, '\n')
    // Letters of Windows-1252 that were taken for those of ISO 8859-1.
    .replaceAll(/[\x80-\x9f]/g, (letter) => windows1252.decode(Uint8Array.of(letter.charCodeAt(0))));
  const replaceable = separators.union(findX12Delimiters(lines));
  const replaced = lines.replaceAll(everyControl, (sign) => (replaceable.has(sign) ? toControlPicture(sign) : sign));
  return { text: replaced, hasSeparators: replaced !== lines };
}

/** Drops the end mark with whatever fills the last block behind it. */
function removeEndMark(text: string): string {
  let end = text.length;
  while (text[end - 1] === endMark || text[end - 1] === '\0') end -= 1;
  return text[end] === endMark ? text.slice(0, end) : text;
}

/** Finds the characters that an X12 interchange names as its separators by where they stand. */
const findX12Delimiters = (text: string): ReadonlySet<string> =>
  new Set(/^ISA[^A-Za-z0-9]/.test(text) ? [3, 82, 104, 105].map((place) => text.charAt(place)) : []);

const controlPictures = 0x2400;

/** Returns the sign that stands for a control character in print. */
const toControlPicture = (control: string): string => String.fromCodePoint(controlPictures + control.charCodeAt(0));
