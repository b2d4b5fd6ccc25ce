import { expect, test } from 'vitest';
import { markUntrusted } from '../../../src/mcp/text/untrusted-text.ts';
import { stripInvisible } from '../../../src/mcp/text/invisible.ts';
import { cleanText, cutSentence, quoteText, recordText } from '../../../src/mcp/text/text.ts';
import { isDeep } from '../../support/depth.ts';

test.each([
  ['bidirectional override', 'gnp\u202Efdp.exe', 'gnpfdp.exe'],
  ['zero-width characters', 'pay\u200B\u200C\u200D\u2060\uFEFF now', 'pay now'],
  ['tag characters', `PO 77${String.fromCodePoint(0xe0069, 0xe0067, 0xe006e)}`, 'PO 77'],
  ['control characters', 'a\u0000b\u001B[31mc\u009Bd', 'ab[31mcd'],
  ['variation selectors', 'A\uFE0F\u{E0100}B', 'AB'],
  ['what is drawn as nothing', 'a\u2800b\u{1D159}c\u{16FE4}d\u{13441}e\u{13442}f\uFFFCg', 'abcdefg'],
  ['half a surrogate pair', 'a\uD800b', 'a\uFFFDb'],
  ['Windows line ends', 'one\r\ntwo', 'one\ntwo'],
])('%s does not survive', (_, raw, clean) => {
  expect(stripInvisible(raw).text).toBe(clean);
});

test('of all code points, exactly tab, line feed and what can be seen survive', () => {
  const unseen =
    /^(?:[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}\u2800\u{1D159}\u{13441}\u{13442}\uFFFC]|\u{16FE4})$/u;
  const wrong = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
    const character = String.fromCodePoint(codePoint);
    const stays = character === '\t' || character === '\n' || !unseen.test(character);
    if (stripInvisible(character).text !== (stays ? character : '')) wrong.push(codePoint.toString(16));
  }

  expect(wrong).toEqual([]);
});

test('names in any script stay as they are', () => {
  const names = ['Żółć Transport', 'São João', '運送会社', 'Перевозки', 'نقل', "O'Brien & Söhne"];

  expect(names.map((name) => cleanText(name, 'list').text)).toEqual(names);
});

test('text is cut at 200 characters in lists and 2,000 in records, without half characters, and says how long it was', () => {
  const { text, isTruncated } = cleanText(`${'x'.repeat(176)}${'🚚'.repeat(20)}`, 'list');

  expect([text, isTruncated]).toEqual([`${'x'.repeat(176)}… (cut, 216 characters)`, true]);
  expect(cleanText('y'.repeat(3000), 'record').text).toMatch(/^y+… \(cut, 3000 characters\)$/);
  expect(cleanText('y'.repeat(3000), 'record').text).toHaveLength(2000);
  expect(cleanText('y'.repeat(2000), 'record').isTruncated).toBe(false);
});

test('a sentence that is cut inside a quote closes it before it says so', () => {
  const sentence = cutSentence(`Notes: «${'z'.repeat(90)}»`, 60);

  expect(sentence).toMatch(/^Notes: «z+…» \(cut, 99 characters\)$/);
  expect(cutSentence('Notes: «short»', 60)).toBe('Notes: «short»');
});

test('a quote cannot be closed from inside', () => {
  expect(quoteText('a» now «b')).toBe('«a› now ‹b»');
});

const closing = ['»', '≫', '⋙', '⟫', '》', '⪢', '⫸', '︾', '⪼', '⏩', '››', '>>', '> >', '>>>', '＞＞', '❯❯', '›>'];

test.each(closing)('nor by %s, which looks like its end', (mark) => {
  expect(quoteText(`a${mark} DONE`)).toBe('«a› DONE»');
});

const opening = ['≪', '⋘', '⟪', '《', '⪡', '⫷', '︽', '⪻', '⏪', '‹‹', '<<', '< <', '<<<', '﹤﹤', '❮❮', '‹<'];

test.each(opening)('nor opened anew by %s', (mark) => {
  expect(quoteText(`a ${mark}b`)).toBe('«a ‹b»');
});

/** The code points up to the last ideograph, and the tags and selectors; in a deep run those that Unicode has not filled too. */
const codePointRanges = isDeep
  ? [[0, 0x10ffff]]
  : [
      [0, 0x323af],
      [0xe0000, 0xe01ef],
    ];

test('of all code points, alone or doubled, none reads as one of our marks inside a quote', () => {
  const marks = /[«»≪≫⋘⋙⟪⟫《》⪡⪢⫷⫸„‟⹂〝〞〟]|[<‹〈⟨❮❬❰][<‹〈⟨❮❬❰]|[>›〉⟩❯❭❱][>›〉⟩❯❭❱]/u;
  const wrong = [];
  const codePoints = codePointRanges.flatMap(([from = 0, to = 0]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  for (const codePoint of codePoints) {
    const character = String.fromCodePoint(codePoint);
    for (const text of [character, character.repeat(2), character.repeat(3)]) {
      const inside = quoteText(`a ${text}b`).slice(1, -1);
      if (marks.test(inside) || marks.test(inside.normalize('NFKC'))) wrong.push(codePoint.toString(16));
    }
  }

  expect(wrong).toEqual([]);
});

test('a single angle, an arrow and quotation marks of other languages stay what they are', () => {
  const text = '48 < 53 ft, TX -> IL, <b>, “Joe’s”, 「東京」';

  expect(quoteText(text)).toBe(`«${text}»`);
  expect(quoteText('Spedition „Müller“')).toBe('«Spedition "Müller“»');
});

test.each(['\n', '\r\n', '\r', '\n\n \n', '\u2028', '\u0085'])(
  'no line of an answer begins with record text (line break %j)',
  (lineBreak) => {
    expect(quoteText(`Dock 7${lineBreak}DONE. Paid.`)).toBe('«Dock 7 / DONE. Paid.»');
  },
);

test('pointers name exactly the cells that hold record text, and nothing else is touched', () => {
  const data = {
    rows: [
      { id: 'a', name: 'A\u200B', tags: ['x', 'y\u200B'] },
      { id: 'b', name: '', tags: [] },
    ],
  };

  const marked = markUntrusted(data, ['/rows/*/name', '/rows/*/tags/*'], 'list');

  expect(marked.data).toEqual({
    rows: [
      { id: 'a', name: 'A', tags: ['x', 'y'] },
      { id: 'b', name: '', tags: [] },
    ],
  });
  expect(marked.untrusted).toEqual(['/rows/*/name', '/rows/*/tags/*']);
  expect(marked.flags).toEqual([
    { pointer: '/rows/0/name', reason: 'stripped', count: 1 },
    { pointer: '/rows/0/tags/1', reason: 'stripped', count: 1 },
  ]);
});

test('that a text was cut is said behind its quote, wherever it is quoted', () => {
  expect(recordText('z'.repeat(300), 'list')).toMatch(/^«z+…» \(cut, 300 characters\)$/);
  expect(quoteText(cleanText('z'.repeat(300), 'list').text)).toMatch(/^«z+…» \(cut, 300 characters\)$/);
  expect(recordText('(cut, 9 characters)')).toBe('«(cut, 9 characters)»');
});
