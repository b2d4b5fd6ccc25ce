import { expect, test } from 'vitest';
import { buildRoles } from '../../../src/mcp/policy/roles-file.ts';
import { computeAccess, builtInRoles } from '../../../src/mcp/policy/roles.ts';

const roles = {
  ...builtInRoles,
  payables: {
    ...builtInRoles['payables'],
    toolsets: [],
    writes: [],
    approves: false,
    groups: ['ap-team'],
    people: ['lee', 'Kim@Example.com'],
  },
};

test.each([
  ['admin', []],
  ['ap-team', []],
  ['nobody', ['gardener']],
])('a person called %s has no role by that name', (name, claimedNames) => {
  expect(computeAccess(roles, { name, claimedNames })).toBeUndefined();
});

test.each([
  ['a role of the token', { name: 'kim', claimedNames: ['payables'] }],
  ['a group of the token', { name: 'kim', claimedNames: ['ap-team'] }],
  ['the name in the policy', { name: 'lee', claimedNames: [] }],
  ['the name in the policy with other capitals', { name: 'kim@example.com', claimedNames: [] }],
  ['a name with other capitals than in the policy', { name: 'LEE', claimedNames: [] }],
])('%s gives the role', (_by, holder) => {
  expect(computeAccess(roles, holder)?.roles).toEqual(['payables']);
});

test('a group that is called as somebody is does not make others that person', () => {
  expect(computeAccess(roles, { name: 'kim', claimedNames: ['lee'] })).toBeUndefined();
});

test('the name of a built-in role, spelt otherwise, is no role that gives nothing', () => {
  const file = { payable: { people: ['pam@example.com'] } };

  expect(() => buildRoles(file, new Set())).toThrow(/"roles\.payable" has no "toolsets" and is none of .*payables/);
});

test('a role may decide and see no tool', () => {
  expect(buildRoles({ signer: { approves: true } }, new Set())['signer']).toMatchObject({
    approves: true,
    toolsets: [],
  });
});
