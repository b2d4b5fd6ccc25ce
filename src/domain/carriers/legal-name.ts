import { listNameWords } from '../parties/payee-name.ts';

const legalForms: ReadonlySet<string> = new Set(
  'co corp corporation inc incorporated llc llp lp ltd limited company'.split(' '),
);

/**
 * Checks whether a name is the one in the public registry. Capitals and punctuation don't count, and neither does a legal
 * form that only one of them has; `Inc` for `LLC` is another company.
 */
export function isSameLegalName(name: string, registered: string): boolean {
  const [words, registeredWords] = [listNameWords(name), listNameWords(registered)];
  if (words.join(' ') === registeredWords.join(' ')) return true;
  const [stem, registeredStem] = [words, registeredWords].map((list) => list.filter((word) => !legalForms.has(word)));
  const isFormMissing = words.length === stem?.length || registeredWords.length === registeredStem?.length;
  return isFormMissing && stem?.join(' ') === registeredStem?.join(' ');
}
