import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { decideApproval, getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { loadPolicy } from '../../../src/mcp/policy/policy-file.ts';
import { builtInPolicy, type Policy } from '../../../src/mcp/policy/policy.ts';
import {
  findNameProblem,
  formatPrincipal,
  isSamePrincipal,
  parsePrincipal,
} from '../../../src/mcp/policy/principal-name.ts';
import { computeAccess, builtInRoles, noRole } from '../../../src/mcp/policy/roles.ts';
import { toPerson } from '../../../src/mcp/sign-in/person.ts';
import { startTermDesk } from '../support/term-desk.ts';

const program = 'client:nightly';

/** Names with which a person could try to pass as the program. */
const spellings = [
  'client:nightly',
  'Client:nightly',
  'CLIENT:NIGHTLY',
  ' client:nightly ',
  'client: nightly',
  'client :nightly',
  // A full-width colon, and full-width letters.
  'client\uFF1Anightly',
  '\uFF43lient:nightly',
  // Nobody sees a zero-width space.
  'cli\u200Bent:nightly',
  'person:client:nightly',
];

const readPerson = (name: string, claim: 'email' | 'login') =>
  toPerson(
    { sub: 'u-7', azp: 'desktop', email_verified: true, [claim]: name },
    { person: claim, roles: 'roles', organization: 'organization' },
  );

const policy: Policy = {
  ...builtInPolicy,
  approvers: { '*': [program] },
  roles: {
    ...builtInRoles,
    night: { ...noRole, toolsets: ['desk'], writes: ['desk'], approves: true, people: [program] },
  },
};

test('the program has the rights that the policy gives it by its name', () => {
  const claims = { sub: 'nightly', client_id: 'nightly' };
  const { name, claimedNames } = toPerson(claims, { person: 'email', roles: 'roles', organization: 'organization' });

  expect(computeAccess(policy.roles, { name, claimedNames })?.roles).toEqual(['night']);
});

test.each(spellings.flatMap((name) => [[name, 'email'] as const, [name, 'login'] as const]))(
  'a person called %j by the claim %s has none of them',
  async (spelling, claim) => {
    const { name, claimedNames } = readPerson(spelling, claim);
    await using desk = await startTermDesk({ policy, principalOf: () => ({ name: program, kind: 'program' }) });
    await using other = await desk.restart({ principalOf: () => ({ name, kind: 'person' }) });
    const { data } = await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 15')] });
    const id = String(data.approval.id);
    await other.callTool('create_term', { name: 'Net 30' });
    const entries = (await desk.memory.audit.latest({ limit: 1 })).map(readEntry);
    const decided = decideApproval(desk.options, { id, decision: 'approve', approver: name, user: 'u-7' });

    expect(computeAccess(policy.roles, { name, claimedNames })).toBeUndefined();
    await expect(decided).rejects.toThrow('the policy names who approves anything');
    expect((await getApproval(desk.options, id)).status).toBe('pending');
    expect((await other.callTool('run_approved', { approvalId: id })).data.error.code).toBe('APPROVAL_UNKNOWN');
    expect(entries.map(({ who: person }) => isSamePrincipal(person, program))).toEqual([false]);
  },
);

test('a stored name says whether it is a person or a program, and no person is stored as a program', () => {
  const programs = ['nightly', 'person:max', 'client:nightly', ' '].map((name) => ({ kind: 'program' as const, name }));
  const people = [...spellings, 'max@example.com', 'clients@example.com', 'personal', 'person: ', 'client'].map(
    (name) => ({
      kind: 'person' as const,
      name,
    }),
  );
  const all = [...programs, ...people];

  expect(all.map(formatPrincipal).map(parsePrincipal)).toEqual(all);
  expect(people.map(formatPrincipal).filter((name) => name.startsWith('client:'))).toEqual([]);
  // Names that were stored before stay what they were.
  expect(['max@example.com', 'client:nightly', 'R. Vega'].map(parsePrincipal)).toEqual([
    { kind: 'person', name: 'max@example.com' },
    { kind: 'program', name: 'nightly' },
    { kind: 'person', name: 'R. Vega' },
  ]);
});

test.each([
  ['Max@Example.com', 'max@example.com', true],
  ['R.  Vega ', 'r. vega', true],
  ['client:nightly', 'client:nightly', true],
  ['client:Nightly', 'client:nightly', false],
  ['person:Client:nightly', 'person:client:nightly', true],
  ['person:client:nightly', 'client:nightly', false],
  ['person:max', 'max', true],
])('%j and %j are the same: %s', (first, second, isSame) => {
  expect([isSamePrincipal(first, second), isSamePrincipal(second, first)]).toEqual([isSame, isSame]);
});

test('a program approves nothing, whoever lets it try', async () => {
  await using desk = await startTermDesk({ policy });
  const { data } = await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 15')] });
  const id = String(data.approval.id);

  const decided = decideApproval(desk.options, { id, decision: 'approve', approver: program, user: 'nightly' });

  await expect(decided).rejects.toThrow(`${id} is decided by a person: client:nightly is a program.`);
});

test.each(['roles', 'approvers'] as const)(
  'a policy file that may mean a person or a program in %s is refused',
  (where) => {
    const names = ['Client:nightly'];
    const file = where === 'roles' ? { roles: { payables: { people: names } } } : { approvers: { '*': names } };
    const gated = { tools: new Map(), operations: new Map(), toolsets: new Map(), moves: new Map() };
    const load = (text: string) => () => loadPolicy({ text, known: gated, separationOfDuties: true });

    expect(load(JSON.stringify(file))).toThrow(
      /^WAYBILL_POLICY: ".*": "Client:nightly" may be a program or a person; write "client:ID" for a program, or "person:client:nightly" for a person of that name\.$/,
    );
    expect(findNameProblem('client:nightly') ?? findNameProblem('person:client:nightly')).toBeUndefined();
  },
);

test('no code tells people and programs apart by a prefix, or compares names in another way', () => {
  const files = ['src', 'tools', 'prompts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
  );
  const isOwnWay =
    /['"`]client:|\b(?:requester|requestedBy|principal\.name|approver\.name)\s*[!=]==(?! undefined)|[!=]==\s*(?:\w+\.)*(?:requester|principal\.name|approver\.name)\b/;
  const places = files
    .filter((file) => !file.endsWith(path.join('policy', 'principal-name.ts')))
    .filter((file) => isOwnWay.test(readFileSync(file, 'utf8')));

  expect(places).toEqual([]);
});
