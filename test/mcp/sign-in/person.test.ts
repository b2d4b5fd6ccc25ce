import { expect, test } from 'vitest';
import { toPerson } from '../../../src/mcp/sign-in/person.ts';

const names = { person: 'email', roles: 'roles', organization: 'organization' };
const dana = { sub: 'u-1', azp: 'desktop', email: 'Dana@Example.com', email_verified: true };

test('a name of another claim is the same person, whatever its capitals', () => {
  expect(toPerson({ ...dana, login: 'Dana  REYES' }, { ...names, person: 'login' }).name).toBe('dana reyes');
});

test('a person is their verified e-mail, whatever its capitals', () => {
  expect(toPerson(dana, names)).toEqual({
    name: 'dana@example.com',
    subject: 'u-1',
    organization: undefined,
    claimedNames: [],
    kind: 'person',
  });
});

test.each([
  ['by RFC 9068', { sub: 'nightly', client_id: 'nightly' }],
  ['by a suffix', { sub: 'nightly@clients', azp: 'nightly' }],
  ['by its grant', { sub: 'x', azp: 'nightly', gty: 'client-credentials' }],
  [
    'by the account that Keycloak keeps for it',
    { sub: 'x', azp: 'nightly', preferred_username: 'service-account-nightly' },
  ],
  ['by the type of its token', { sub: 'x', azp: 'nightly', idtyp: 'app' }],
])('a program that signed in for itself is known %s, and called by its id', (_how, claims) => {
  expect(toPerson({ ...claims, email: 'max@example.com', email_verified: true }, names)).toMatchObject({
    name: 'client:nightly',
    kind: 'program',
  });
});

test.each([
  ['a list', ['AP Team', 'viewer'], ['AP Team', 'viewer']],
  ['names between commas', 'payables, AP Team,', ['payables', 'AP Team']],
  // Some issuers write a list of one as a text: what is in the name of a group is not a role.
  ['one name with spaces', 'Account manager', ['Account manager']],
  ['something else', 7, []],
])('roles may be %s', (_what, roles, claimedNames) => {
  expect(toPerson({ ...dana, roles }, names).claimedNames).toEqual(claimedNames);
});

test.each([
  ['a text', 'acme', 'acme'],
  ['a list of one', ['acme'], 'acme'],
  // Whoever may name an organization of their own at the issuer is no member of "acme" by that.
  ['a text with spaces', 'acme east', 'acme east'],
  ['a text with a comma', 'acme, Inc.', 'acme, Inc.'],
  ['a list of several', ['acme', 'globex'], undefined],
])('an organization may be %s, and is named by the whole of it', (_what, statedOrganization, organization) => {
  expect(toPerson({ ...dana, organization: statedOrganization }, names).organization).toBe(organization);
});

test('a name of a claim with dots is a path where no claim has it', () => {
  const nested = { ...dana, realm_access: { roles: ['viewer'] }, 'https://desk.example/org': 'acme' };

  expect(
    toPerson(nested, { person: 'email', roles: 'realm_access.roles', organization: 'https://desk.example/org' }),
  ).toMatchObject({ claimedNames: ['viewer'], organization: 'acme' });
});

test.each([
  ['no subject', { ...dana, sub: undefined }, names, /its "sub" is empty/],
  ['an e-mail that is not verified', { ...dana, email_verified: false }, names, /has not verified/],
  ['an e-mail of which that is not said', { ...dana, email_verified: undefined }, names, /has not verified/],
  [
    'a name with the user of another',
    { ...dana, login: 'Mia (user mia)' },
    { ...names, person: 'login' },
    /ends in "\(user/,
  ],
  ['no e-mail', { ...dana, email: ' ' }, names, /"email"/],
])('%s says nobody', (_what, claims, by, reason) => {
  expect(() => toPerson(claims, by)).toThrow(reason);
});

test('an e-mail of which the issuer says nothing counts only where the desk assumes it, and an unverified one never', () => {
  const { email_verified: _, ...silent } = dana;
  const assuming = { ...names, assumesEmailVerified: true };

  expect(() => toPerson(silent, names)).toThrow('has not verified the e-mail');
  expect(toPerson(silent, assuming).name).toBe('dana@example.com');
  expect(() => toPerson({ ...dana, email_verified: false }, assuming)).toThrow('has not verified the e-mail');
});
