import { countSpellingMistakes } from '../text/spelling.ts';
import { extractNameFamily } from './payee-name.ts';

/** Identifying fields of a company in a record or a request. */
export interface PartySnapshot {
  readonly names: readonly string[];
  /** MC, DOT, SCAC, EIN and the like, by what they are called. */
  readonly numbers: readonly { readonly label: string; readonly value: string }[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly addresses: readonly { readonly line: string; readonly zip: string }[];
  /** Bank accounts, of which the last four digits are known. */
  readonly accounts: readonly { readonly bank: string | null; readonly ending: string }[];
}

export interface Likeness {
  /** Such as `MC`, `name` or `address`. */
  readonly label: string;
  /** Value in the other record. */
  readonly value: string;
}

/** Lists what two companies share that different companies should not. */
export function listLikenesses(party: PartySnapshot, other: PartySnapshot): readonly Likeness[] {
  return [
    ...other.numbers
      .filter(({ label, value }) =>
        party.numbers.some(
          (number) => number.label === label && normalizeNumber(number.value) === normalizeNumber(value),
        ),
      )
      .filter(({ value }) => normalizeNumber(value).length > 1),
    ...listCommon('name', other.names, (name) => party.names.some((ownName) => isNamedAlike(ownName, name))).slice(
      0,
      1,
    ),
    ...listCommon('e-mail', other.emails, (email) => party.emails.some((ownEmail) => isSameText(ownEmail, email))),
    ...listCommon('phone', other.phones, (phone) => party.phones.some((ownPhone) => isSamePhone(ownPhone, phone))),
    ...other.addresses
      .filter((address) => party.addresses.some((ownAddress) => placeKey(ownAddress) === placeKey(address)))
      .map(({ line, zip }) => ({ label: 'address', value: `${line}, ${zip}` }))
      .slice(0, 1),
    ...other.accounts
      .filter((account) => party.accounts.some((ownAccount) => isSameAccount(ownAccount, account)))
      .map(({ ending }) => ({ label: 'bank account', value: `****${ending}` }))
      .slice(0, 1),
  ];
}

const listCommon = (
  label: string,
  values: readonly string[],
  isSame: (value: string) => boolean,
): readonly Likeness[] => [...new Set(values)].filter(isSame).map((value) => ({ label, value }));

const isSameText = (text: string, other: string) => text.trim().toLowerCase() === other.trim().toLowerCase();

/** Normalizes a number so that `MC-9000229`, `MC 9000229` and `9000229` match. */
const normalizeNumber = (value: string) =>
  value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^(?:MC|FF|MX|USDOT|DOT)(?=\d)/, '')
    .replace(/^0+(?=\d)/, '');

function isSamePhone(first: string, other: string): boolean {
  const [digits, otherDigits] = [first, other].map((phone) => phone.replace(/\D/g, '').slice(-10));
  return digits === otherDigits && (digits ?? '').length >= 7;
}

/** Checks whether two names have the same distinctive part, up to spaces and one wrong letter. */
export function isNamedAlike(first: string, other: string): boolean {
  const [family = '', otherFamily = ''] = [first, other].map((name) => extractNameFamily(name).replaceAll(' ', ''));
  if (family === '' || otherFamily === '') return false;
  if (family === otherFamily) return true;
  const shorter = Math.min(family.length, otherFamily.length);
  if (Math.abs(family.length - otherFamily.length) > 1 || shorter < 5) return false;
  return countSpellingMistakes(family, otherFamily) <= 1;
}

/** Words that one writes in full and another shortens. */
const streetWords =
  /\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|highway|hwy|parkway|pkwy|court|ct|place|pl|north|south|east|west|n|s|e|w)\b/g;

const placeKey = ({ line, zip }: { readonly line: string; readonly zip: string }) =>
  `${line.toLowerCase().replace(/[.,#]/g, ' ').replace(streetWords, ' ').replace(/\s+/g, '')} ${zip.trim().slice(0, 5)}`;

type PartyAccount = PartySnapshot['accounts'][number];

/** Checks whether two accounts may be the same. At two different banks the same last digits are a coincidence. */
const isSameAccount = (account: PartyAccount, other: PartyAccount) =>
  account.ending === other.ending &&
  (account.bank === null || other.bank === null || isSameText(account.bank, other.bank));
