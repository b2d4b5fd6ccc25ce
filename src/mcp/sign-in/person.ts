import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import { foldName, formatPrincipal, type PrincipalKind } from '../policy/principal-name.ts';
import { clientOf } from './access-token.ts';

/** Names of the claims that say it; a name with dots that is no claim itself is a path. */
export interface ClaimNames {
  readonly person: string;
  readonly roles: string;
  readonly organization: string;
}

/** How a token says whose it is. */
export interface PersonRules extends ClaimNames {
  /** Whether an e-mail counts where the issuer says nothing about it; one that it calls unverified never does. */
  readonly assumesEmailVerified?: boolean;
}

/** Who holds a token. */
export interface Person {
  /** The same in every token of theirs: their approvals, limits and the audit log go by it. */
  readonly name: string;
  /** As the issuer numbers them. */
  readonly subject: string;
  /** Undefined where the token names none. */
  readonly organization: string | undefined;
  /** Roles and groups in the issuer's words. */
  readonly said: readonly string[];
  /** A program signed in for itself; nobody sits in front of it. */
  readonly kind: PrincipalKind;
}

type Claims = Readonly<Record<string, unknown>>;

const nameMax = 200;

/** Who a token is for; throws one sentence where it does not say. */
export function personIn(claims: Claims, names: PersonRules): Person {
  const subject = textOf(claims['sub']);
  if (subject === undefined) throw refusal('it names nobody in "sub"');
  const program = programIn(claims, subject);
  return {
    name: formatPrincipal(
      program === undefined ? { kind: 'person', name: readName(claims, names) } : { kind: 'program', name: program },
    ),
    subject,
    organization: oneNameIn(claimOf(claims, names.organization)),
    said: namesOf(claimOf(claims, names.roles)),
    kind: program === undefined ? 'person' : 'program',
  };
}

/** The id of a program that signed in for itself, as RFC 9068 and the issuers that came before it say so. */
function programIn(claims: Claims, subject: string): string | undefined {
  const client = clientOf(claims);
  if (client === undefined) return undefined;
  const isItself = subject === client || subject === `${client}@clients`;
  const isSaid = claims['gty'] === 'client-credentials' || claims['idtyp'] === 'app';
  // Keycloak keeps an account for each program, with a number as its subject.
  const isKept = claims['preferred_username'] === `service-account-${client.toLowerCase()}`;
  return isItself || isSaid || isKept ? client : undefined;
}

/** Always from the same claim: whoever could choose between two names would be two people to the separation of duties. */
function readName(claims: Claims, { person: claim, assumesEmailVerified = false }: PersonRules): string {
  const name = textOf(claimOf(claims, claim));
  if (name === undefined || name.length > nameMax)
    throw refusal(`its claim "${claim}", which says who somebody is, is missing`);
  // Some issuers send it as text.
  const isVerified = claims['email_verified'] ?? assumesEmailVerified;
  if (claim === 'email' && isVerified !== true && isVerified !== 'true')
    throw refusal('the issuer has not verified the e-mail in it ("email_verified" is not true)');
  if (/\(user [^()]*\)$/i.test(foldName(name)))
    throw refusal('its name ends in "(user ...)", which is how decisions name a second part of a name');
  // Issuers write the same name with other capitals from one day to the next.
  return foldName(name);
}

function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((found, part) => (isPlainRecord(found) ? found[part] : undefined), claims);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A list, or one text with commas between names. A name may have spaces: "Account manager" is no manager. */
function namesOf(value: unknown): readonly string[] {
  const names: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return names.flatMap((name) => textOf(name) ?? []);
}

/** The whole of a text, or of a list that has one: of several nobody could tell at which desk the roles are theirs. */
function oneNameIn(value: unknown): string | undefined {
  const [name, ...others] = Array.isArray(value) ? value : [value];
  return others.length === 0 ? textOf(name) : undefined;
}

const refusal = (why: string) =>
  new WaybillError(
    'REFUSED',
    `This token does not say who you are here: ${why}. Whoever runs the issuer can change that.`,
  );
