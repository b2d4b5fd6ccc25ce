import { expect, test } from 'vitest';
import { findFileKind } from '../../../tools/documents/file-kinds.ts';
import { decodeText } from '../../../tools/documents/text-encoding.ts';

const csv = 'Carrier;Rate\r\nMüller Spedition;1.250,50\r\n';
const lines = 'Carrier;Rate\nMüller Spedition;1.250,50\n';
const utf16 = Buffer.from(`\uFEFF${csv}`, 'utf16le');
const encodeLatin = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['UTF-8', Buffer.from(csv)],
  ['UTF-8 with the mark that Excel puts first', Buffer.from(`\uFEFF${csv}`)],
  ['UTF-16 of Windows', utf16],
  ['UTF-16 with its bytes swapped', Buffer.from(utf16).swap16()],
  ['line ends of old Macs', Buffer.from(csv.replaceAll('\r\n', '\r'))],
  ['the end mark of DOS', Buffer.from(`${csv}\x1a`)],
  ['the end mark of DOS in a full block', Buffer.from(`${csv}\x1a\0\0\0\x1a`)],
])('%s is read as it was written, without a note', (_what, bytes) => {
  expect(decodeText(bytes, true)).toEqual({ text: lines, notes: [] });
  expect(findFileKind(bytes)?.kind).toBe('text');
});

test('Windows-1252 is read with a note', () => {
  expect(decodeText(encodeLatin(`${csv}\x80 \x93ok\x94`), true)).toEqual({
    text: `${lines}€ “ok”`,
    notes: [expect.stringContaining('read as Windows-1252')],
  });
});

test.each([
  ['XML', '<?xml version="1.0" encoding="Shift_JIS"?>\n<name>\x93\x8c\x8b\x9e</name>', '東京', 'Shift_JIS'],
  [
    'e-mail',
    'From: a@example.com\nContent-Type: text/plain; charset="iso-8859-2"\n\n\xa3\xf3d\xbc',
    'Łódź',
    'iso-8859-2',
  ],
  ['an unknown encoding', '<?xml version="1.0" encoding="x-none"?>\n<name>M\xfcller</name>', 'Müller', 'Windows-1252'],
])('the encoding that a text names is followed where it is known: %s', (_what, text, word, encoding) => {
  const decoded = decodeText(encodeLatin(text), true);

  expect(decoded?.text).toContain(word);
  expect(decoded?.notes.join()).toMatch(new RegExp(`[Rr]ead as ${encoding}`));
});

test('a few damaged letters do not turn UTF-8 into something else', () => {
  const decoded = decodeText(Buffer.concat([Buffer.from('Müller, Währung, Größe '), Buffer.from([0xfc])]), true);

  expect(decoded).toEqual({
    text: 'Müller, Währung, Größe \uFFFD',
    notes: ['Some letters are damaged and shown as \uFFFD.'],
  });
});

test.each([
  ['the separators of ASCII', '\x1d', '\x1e', '\x1f', 'ISA␝00␝', '␟␞GS␝QM␞'],
  ['others that an interchange names', '\x01', '\x05', '\x02', 'ISA␁00␁', '␂␅GS␁QM␅'],
])('EDI is text, and its unprintable separators are shown: %s', (_what, element, segment, part, begin, end) => {
  const fields = ['00', ' '.repeat(10), '00', ' '.repeat(10), '02', 'TSTC'.padEnd(15), 'ZZ', 'SHIPR'.padEnd(15)];
  const isa = ['ISA', ...fields, '261120', '0900', 'U', '00401', '000000101', '0', 'P', part].join(element);
  const decoded = decodeText(Buffer.from(`${isa}${segment}GS${element}QM${segment}`), true);

  expect(decoded?.text.startsWith(begin)).toBe(true);
  expect(decoded?.text.endsWith(end)).toBe(true);
  expect(decoded?.notes).toEqual(['Unprintable separators are shown as signs such as ␝ and ␞.']);
});

test.each([
  ['UTF-8', Buffer.from('Zürich'), 2, 'Z'],
  ['UTF-16', utf16, 5, 'C'],
])('a letter that the end of a part cuts is left out: %s', (_what, bytes, length, text) => {
  expect(decodeText(bytes.subarray(0, length), false)).toMatchObject({ text, notes: [] });
});

test('an e-mail says that its coded parts are not read', () => {
  const mail = 'From: a@example.com\nContent-Transfer-Encoding: base64\n\nc2lnbmVk\n';

  expect(decodeText(encodeLatin(mail), true)?.notes).toEqual([expect.stringContaining('are not decoded')]);
  expect(decodeText(encodeLatin(mail.replace('base64', '8bit')), true)?.notes).toEqual([]);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['bytes of a picture', Buffer.from([0x53, 0x00, 0x01])],
  ['codes of a printer', Buffer.from('\x1bE rate \x07')],
  ['a letter that Windows-1252 lacks', Buffer.from([0x41, 0x81, 0x41, 0xff])],
])('what is no text is not read as one: %s', (_what, bytes) => {
  expect(decodeText(bytes, true)).toBeUndefined();
});
