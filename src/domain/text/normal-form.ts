/**
 * Marks of one letter beyond those that any script needs. A normal form sorts them, which takes the square of their count:
 * 40,000 on one letter take seconds. The two at the end are Japanese voice marks, which become such marks.
 */
const extraMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

/** Returns a text in a normal form of Unicode, with at most thirty marks on one letter. */
export const toNormalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.replaceAll(extraMarks, '$1').normalize(form);
