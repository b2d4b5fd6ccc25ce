import { toNormalForm } from '../text/normal-form.ts';
import { countSpellingMistakes } from '../text/spelling.ts';

/** Words that say what a company does or how it is incorporated, not who it is. */
const generic = new Set(
  `trucking truck trucks transport transports transportation trans logistics logistic freight carrier carriers express
  hauling haulage lines line service services group company co corp corporation inc incorporated llc llp lp ltd limited
  enterprise enterprises holdings international intl usa sa de cv and the of dba factoring capital funding finance
  financial systems solutions cartage delivery motor`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Extracts the distinctive part of a company name: `ABC Trucking LLC` and `A.B.C. Transport Inc` are both `abc`.
 * A name of generic words only is kept whole. The same family is a reason to look, not proof of the same company.
 */
export function extractNameFamily(name: string): string {
  const words = listNameWords(name);
  const telling = words.filter((word) => !generic.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

/** Lists the words of a company name in small letters, without accents and punctuation. */
export const listNameWords = (name: string): string[] =>
  toNormalForm(name, 'NFKD')
    .replace(/[\u0300-\u036f.'’]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Returns the number of wrong letters that are allowed in a name of a length. */
const getMistakesMax = (letters: number): number => {
  if (letters < 5) return 0;
  return letters < 10 ? 1 : 2;
};

/**
 * Compares two names: the same except for capitals and punctuation, or alike enough to be mistaken for each other:
 * `Inc` for `LLC`, a letter dropped, a space more.
 */
export function compareNames(name: string, other: string): 'same' | 'alike' | 'different' {
  const [first, second] = [listNameWords(name), listNameWords(other)];
  if (first.join(' ') === second.join(' ')) return 'same';
  if (first.join('') === second.join('')) return 'alike';
  const [nameFamily, otherFamily] = [extractNameFamily(name), extractNameFamily(other)].map((family) =>
    family.replaceAll(' ', ''),
  );
  if (nameFamily === undefined || otherFamily === undefined) return 'different';
  const mistakes = countSpellingMistakes(nameFamily, otherFamily);
  return mistakes <= getMistakesMax(Math.min(nameFamily.length, otherFamily.length)) ? 'alike' : 'different';
}
