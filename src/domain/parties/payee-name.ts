import { toNormalForm } from '../kit/normal-form.ts';
import { mistakesBetween } from '../kit/spelling.ts';

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
 * The part of a company name that differs between companies: `ABC Trucking LLC` and `A.B.C. Transport Inc` are both `abc`.
 * A name of generic words only is kept whole. The same family is a reason to look, not proof of the same company.
 */
export function payeeFamily(name: string): string {
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

/** In so many letters of the part that tells companies apart, one or two may be wrong. */
const mistakesMax = (letters: number): number => {
  if (letters < 5) return 0;
  return letters < 10 ? 1 : 2;
};

/**
 * Whether two names are the same but for capitals and punctuation, or alike enough that a person takes one for the other:
 * `Inc` for `LLC`, a letter dropped, a space more.
 */
export function likenessOf(one: string, other: string): 'same' | 'alike' | 'different' {
  const [first, second] = [listNameWords(one), listNameWords(other)];
  if (first.join(' ') === second.join(' ')) return 'same';
  if (first.join('') === second.join('')) return 'alike';
  const [left, right] = [payeeFamily(one), payeeFamily(other)].map((family) => family.replaceAll(' ', ''));
  if (left === undefined || right === undefined) return 'different';
  const mistakes = mistakesBetween(left, right);
  return mistakes <= mistakesMax(Math.min(left.length, right.length)) ? 'alike' : 'different';
}
