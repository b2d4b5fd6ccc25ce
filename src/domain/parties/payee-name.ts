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
  const words = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.'’]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const telling = words.filter((word) => !generic.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}
