import { toNormalForm } from '../../domain/text/normal-form.ts';
import { stripInvisible } from '../text/invisible.ts';

/** People decide and answer forms; programs sign in for themselves and do neither. */
export type PrincipalKind = 'person' | 'program';

export interface PrincipalName {
  readonly kind: PrincipalKind;
  /** A person's name as people write it, or a program's id at the issuer. */
  readonly name: string;
}

const programPrefix = 'client:';
const personPrefix = 'person:';

/**
 * Returns the name under which a person or program is stored, limited, audited and named in a policy. A program is
 * `client:ID`. A person is their plain name, or `person:NAME` where the plain name could be read as one of these two
 * forms.
 */
export function formatPrincipal({ kind, name }: PrincipalName): string {
  if (kind === 'program') return `${programPrefix}${name}`;
  return isAmbiguous(name) ? `${personPrefix}${name}` : name;
}

export const formatPerson = (name: string): string => formatPrincipal({ kind: 'person', name });

/** Reads a name as `formatPrincipal` writes it. */
export function parsePrincipal(text: string): PrincipalName {
  if (text.startsWith(programPrefix)) return { kind: 'program', name: text.slice(programPrefix.length) };
  return { kind: 'person', name: text.startsWith(personPrefix) ? text.slice(personPrefix.length) : text };
}

/** Tests if a person's plain name looks like a prefixed one: capitals, spaces and look-alike forms don't make it another. */
function isAmbiguous(name: string): boolean {
  const folded = foldName(name).replaceAll(' ', '');
  return folded.startsWith(programPrefix) || folded.startsWith(personPrefix);
}

/** Returns the form in which people's names are compared: without case, extra spaces, look-alike forms and invisible characters. */
export const foldName = (name: string): string =>
  stripInvisible(toNormalForm(name, 'NFKC')).text.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Returns true if two stored names, or a stored one and a policy's, are the same person or program. A program's id is
 * compared exactly.
 */
export function isSamePrincipal(firstName: string, secondName: string): boolean {
  const [a, b] = [parsePrincipal(firstName), parsePrincipal(secondName)];
  if (a.kind !== b.kind) return false;
  return a.kind === 'program' ? a.name === b.name : foldName(a.name) === foldName(b.name);
}

/** Returns why a name in a policy could be meant in two ways, or undefined if it can't. */
export function findNameProblem(text: string): string | undefined {
  const isPrefixed = text.startsWith(programPrefix) || text.startsWith(personPrefix);
  if (isPrefixed || !isAmbiguous(text)) return undefined;
  const plain = foldName(text);
  return `${JSON.stringify(text)} may be a program or a person; write "client:ID" for a program, or ${JSON.stringify(formatPerson(plain))} for a person of that name`;
}
