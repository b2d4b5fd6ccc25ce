import { mistakesBetween } from '../kit/spelling.ts';
import { payeeFamily } from './payee-name.ts';

/** What a company is known by, as it stands in a record or in a request. */
export interface PartyFacts {
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
  /** As the other one writes it. */
  readonly value: string;
}

/** What two companies have in common that two companies should not have. */
export function likenesses(one: PartyFacts, other: PartyFacts): readonly Likeness[] {
  return [
    ...other.numbers
      .filter(({ label, value }) =>
        one.numbers.some((own) => own.label === label && bareNumber(own.value) === bareNumber(value)),
      )
      .filter(({ value }) => bareNumber(value).length > 1),
    ...common('name', other.names, (name) => one.names.some((own) => isNamedAlike(own, name))).slice(0, 1),
    ...common('e-mail', other.emails, (email) => one.emails.some((own) => isSameText(own, email))),
    ...common('phone', other.phones, (phone) => one.phones.some((own) => isSamePhone(own, phone))),
    ...other.addresses
      .filter((address) => one.addresses.some((own) => placeKey(own) === placeKey(address)))
      .map(({ line, zip }) => ({ label: 'address', value: `${line}, ${zip}` }))
      .slice(0, 1),
    ...other.accounts
      .filter((account) => one.accounts.some((own) => isSameAccount(own, account)))
      .map(({ ending }) => ({ label: 'bank account', value: `****${ending}` }))
      .slice(0, 1),
  ];
}

const common = (label: string, values: readonly string[], isSame: (value: string) => boolean): readonly Likeness[] =>
  [...new Set(values)].filter(isSame).map((value) => ({ label, value }));

const isSameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** `MC-9000229`, `MC 9000229` and `9000229` are one number. */
const bareNumber = (value: string) =>
  value
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^(?:MC|FF|MX|USDOT|DOT)(?=\d)/, '')
    .replace(/^0+(?=\d)/, '');

function isSamePhone(one: string, other: string): boolean {
  const [left, right] = [one, other].map((phone) => phone.replace(/\D/g, '').slice(-10));
  return left === right && (left ?? '').length >= 7;
}

/** Names of one family, also when they are spaced otherwise or a letter is missing, added, swapped or mistaken. */
export function isNamedAlike(one: string, other: string): boolean {
  const [left = '', right = ''] = [one, other].map((name) => payeeFamily(name).replaceAll(' ', ''));
  if (left === '' || right === '') return false;
  if (left === right) return true;
  const shorter = Math.min(left.length, right.length);
  if (Math.abs(left.length - right.length) > 1 || shorter < 5) return false;
  return mistakesBetween(left, right) <= 1;
}

/** Words that one writes in full and another shortens. */
const streetWords =
  /\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|highway|hwy|parkway|pkwy|court|ct|place|pl|north|south|east|west|n|s|e|w)\b/g;

const placeKey = ({ line, zip }: { readonly line: string; readonly zip: string }) =>
  `${line.toLowerCase().replace(/[.,#]/g, ' ').replace(streetWords, ' ').replace(/\s+/g, '')} ${zip.trim().slice(0, 5)}`;

type Account = PartyFacts['accounts'][number];

/** Of two banks that are known and differ, the same ending is chance. */
const isSameAccount = (one: Account, other: Account) =>
  one.ending === other.ending && (one.bank === null || other.bank === null || isSameText(one.bank, other.bank));
