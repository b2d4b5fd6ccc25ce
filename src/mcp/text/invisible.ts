/** Letters and symbols that are drawn as nothing: Braille, a musical notehead, Khitan, two hieroglyphs, a missing object. */
const blanks = '\u2800\u{1D159}\u{16FE4}\u{13441}\u{13442}\uFFFC';

/**
 * Characters that hide, reorder or smuggle text, by Unicode's properties, so that a later version of Unicode needs no
 * new row. Tab and line feed stay.
 */
export const invisiblePattern = String.raw`(?![\t\n])[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}${blanks}]`;
const invisible = new RegExp(invisiblePattern, 'gu');

/** Removes what cannot be seen; carriage returns before line feeds go without being counted. */
export function stripInvisible(text: string): { readonly text: string; readonly count: number } {
  let count = 0;
  const stripped = text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(invisible, () => {
      count += 1;
      return '';
    });
  return { text: stripped, count };
}
