import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import { foldName, formatPrincipal, type PrincipalKind } from '../policy/principal-name.ts';
import { getClient } from './access-token.ts';

/** Names of the claims that say it; a name with dots that is no claim itself is a path. */
export interface ClaimNames {
  readonly person: string;
  readonly roles: string;
  readonly organization: string;
}

/** Rules for reading the person of a token. */
export interface PersonRules extends ClaimNames {
  /**
   * True if an e-mail address counts when the issuer does not say that it is verified. An address that it calls
   * unverified never counts.
   */
  readonly assumesEmailVerified?: boolean;
}

/** Holder of a token. */
export interface SignedInPerson {
  /** Name that is the same in all their tokens. Approvals, limits and the audit log use it. */
  readonly name: string;
  /** The person's id at the issuer. */
  readonly subject: string;
  /** Undefined where the token names none. */
  readonly organization: string | undefined;
  /** Roles and groups in the issuer's words. */
  readonly claimedNames: readonly string[];
  /** `program` if a program signed in for itself, without a person. */
  readonly kind: PrincipalKind;
}

type TokenClaims = Readonly<Record<string, unknown>>;

const nameMax = 200;

/** Returns the person of a token. Throws a one-sentence error if the token does not name one. */
export function toPerson(claims: TokenClaims, names: PersonRules): SignedInPerson {
  const subject = toText(claims['sub']);
  if (subject === undefined) throw buildPersonError('its "sub" is empty');
  const program = getProgram(claims, subject);
  return {
    name: formatPrincipal(
      program === undefined ? { kind: 'person', name: readName(claims, names) } : { kind: 'program', name: program },
    ),
    subject,
    organization: getOnlyName(getClaim(claims, names.organization)),
    claimedNames: listNames(getClaim(claims, names.roles)),
    kind: program === undefined ? 'person' : 'program',
  };
}

/** Returns the id of a program that signed in for itself, by RFC 9068 and the conventions of older issuers. */
function getProgram(claims: TokenClaims, subject: string): string | undefined {
  const client = getClient(claims);
  if (client === undefined) return undefined;
  const isItself = subject === client || subject === `${client}@clients`;
  const isSaid = claims['gty'] === 'client-credentials' || claims['idtyp'] === 'app';
  // Keycloak keeps an account for each program, with a number as its subject.
  const isServiceAccount = claims['preferred_username'] === `service-account-${client.toLowerCase()}`;
  return isItself || isSaid || isServiceAccount ? client : undefined;
}

/**
 * Reads the name, always from the same claim. A person who could choose between two names would count as two people for
 * the separation of duties.
 */
function readName(claims: TokenClaims, { person: claim, assumesEmailVerified = false }: PersonRules): string {
  const name = toText(getClaim(claims, claim));
  if (name === undefined || name.length > nameMax)
    throw buildPersonError(`its claim "${claim}", which identifies the person, is missing`);
  // Some issuers send it as text.
  const isVerified = claims['email_verified'] ?? assumesEmailVerified;
  if (claim === 'email' && isVerified !== true && isVerified !== 'true')
    throw buildPersonError('the issuer has not verified the e-mail in it ("email_verified" is not true)');
  if (/\(user [^()]*\)$/i.test(foldName(name)))
    throw buildPersonError('its name ends in "(user ...)", which is how decisions name a second part of a name');
  // Issuers write the same name with other capitals from one day to the next.
  return foldName(name);
}

function getClaim(claims: TokenClaims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => (isPlainRecord(value) ? value[part] : undefined), claims);
}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/**
 * Lists the names in a claim: a list, or a text with commas between names. A name may have spaces, so that "Account
 * manager" is not "manager".
 */
function listNames(value: unknown): readonly string[] {
  const names: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  return names.flatMap((name) => toText(name) ?? []);
}

/**
 * Returns the only name in a claim. With several organizations it would be unclear to which the person's roles belong.
 */
function getOnlyName(value: unknown): string | undefined {
  const [name, ...otherNames] = Array.isArray(value) ? value : [value];
  return otherNames.length === 0 ? toText(name) : undefined;
}

const buildPersonError = (why: string) =>
  new WaybillError(
    'REFUSED',
    `This token does not say who you are here: ${why}. The administrator of the issuer can change that.`,
  );
