/**
 * Text as the search compares it: small letters without accents. SQLite and the queries are folded here; PostgreSQL by
 * functions that are made from the same tables, so that both databases find the same. What is in an index was folded so:
 * another way of folding is another migration, which folds every record anew.
 */
const accents = '[\\u0300-\\u036f]';

/** Everything that ends a word; whatever is not named here is part of one. */
const asciiSeparators = '\\u0001-\\u001e\\u0020-\\u002f\\u003a-\\u0060\\u007b-\\u007f';
const otherSeparators =
  '\\u0080-\\u00bf\\u00d7\\u00f7\\u02b0-\\u036f\\u2000-\\u2bff\\u3000-\\u303f\\ue000-\\uf8ff\\ufe00-\\ufe0f\\ufff0-\\ufffd';
const separators = `[${asciiSeparators}${otherSeparators}`;

/** Stands between the fields of a document; it can be in none of them. */
const fieldMark = '\u001F';

/** Letters that stay themselves when their accents are taken away. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ŧ: 't',
};
const letterPairs = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['þ', 'th'],
] as const;

/** Lists the replacements of one letter by one letter, as PostgreSQL's `translate` takes them. */
function listLetterReplacements(): Map<string, string> {
  const table = new Map<string, string>();
  for (let code = 0xc0; code <= 0x58f; code += 1) {
    const letter = String.fromCodePoint(code);
    const small = letter.toLowerCase();
    const plain = plainLetters[small] ?? small;
    if (plain !== letter && plain.length === 1) table.set(letter, plain);
  }
  return table;
}

const letters = listLetterReplacements();
const isAscii = /^[\0-\u007F]*$/;
const accentRun = new RegExp(accents, 'g');
/** Marks of one letter beyond those that any script needs: a normal form sorts them, which takes the square of their count. */
const extraMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  const plain = text
    .replaceAll(extraMarks, '$1')
    .normalize('NFKD')
    .replaceAll(accentRun, '')
    .replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    .replaceAll(/[\u00C0-\u058F]/g, (letter) => letters.get(letter) ?? letter);
  return letterPairs.reduce((folded, [letter, pair]) => folded.replaceAll(letter, pair), plain);
}

const separatorRun = new RegExp(`(?:${separators}\\u{d800}-\\u{dfff}\\u{1f000}-\\u{1faff}]|\\0)+`, 'gu');

const fieldMarks = new RegExp(` ?${fieldMark}[ ${fieldMark}]*`, 'g');
const longWords = '([^ \\u001f]{64})[^ \\u001f]+';
const longWord = new RegExp(longWords, 'gu');

/** Folds a text, with single spaces between words and a mark between fields. Words that are too long are cut off. */
const toPlainText = (text: string): string =>
  fold(text).replaceAll(separatorRun, ' ').replaceAll(fieldMarks, fieldMark).replaceAll(longWord, '$1');

const nameMax = 200;

/** Joins the words of a name into one token, so that a name is found whole and by its beginning. */
export const toNameToken = (words: readonly string[]): string => `>${words.join('_').slice(0, nameMax)}`;

/** Returns true for the token of a name. Its sign separates words, so no other word contains it. */
export const isNameToken = (word: string): boolean => word.startsWith('>');

/**
 * Builds the text that the index holds for a record: ` >blue_ridge blue ridge c100001 `. Two spaces before and one
 * after each word tell a pattern where words begin and end.
 */
export function buildSearchDocument(fields: string): string {
  const text = toPlainText(fields);
  const [name = ''] = text.split(fieldMark);
  return `${[toNameToken(splitWords(name)), ...splitWords(text)].map((word) => `  ${word}`).join('')} `;
}

const splitWords = (plain: string): string[] => plain.replaceAll(fieldMark, ' ').split(' ').filter(Boolean);

/** Lists the folded words of a text in order. */
export const searchWords = (text: string): string[] => splitWords(toPlainText(text.replaceAll(fieldMark, ' ')));

/** Lists the statements that create PostgreSQL functions for `buildSearchDocument`. */
export function listFoldingFunctions(): readonly string[] {
  const folded = letterPairs.reduce(
    (text, [letter, pair]) => `replace(${text}, '${letter}', '${pair}')`,
    `translate(lower(regexp_replace(normalize(value, NFKD) collate "C", '${accents}', '', 'g') collate "C"),
      '${[...letters.keys()].join('')}', '${[...letters.values()].join('')}')`,
  );
  const replaced = [
    [`${separators}\\U0001f000-\\U0001faff]+`, "' '"],
    [' ?\\u001f[ \\u001f]*', 'chr(31)'],
    [longWords, "'\\1'"],
  ].reduce(
    (text, [pattern, replacement]) => `regexp_replace(${text} collate "C", '${pattern}', ${replacement}, 'g')`,
    'search_fold(value)',
  );
  return [
    `create function search_fold(value text) returns text language sql immutable strict parallel safe as $$
      select case when octet_length(value) = length(value) then lower(value collate "C") else ${folded} end $$`,
    `create function search_plain(value text) returns text language sql immutable strict parallel safe as $$
      select ${replaced} $$`,
    `create function search_document(fields text) returns text language sql immutable strict parallel safe as $$
      select '  >' || left(replace(btrim(split_part(plain, chr(31), 1), ' '), ' ', '_'), ${nameMax}) || '  '
        || replace(regexp_replace(btrim(replace(plain, chr(31), ' '), ' '), ' +', ' ', 'g'), ' ', '  ') || ' '
      from search_plain(fields) as plain $$`,
  ];
}
